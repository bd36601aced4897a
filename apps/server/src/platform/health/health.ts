import type { Clock } from '@kindling/protocol/clock';

/** Who takes longer to answer serves nobody, ms. */
const PROBE_TIMEOUT = 1_000;
/** How long a result is cached, ms, so that frequent readiness probes cost at most one question a second. */
const HOLDS = 1_000;

/** What calls depend on beside this process. */
export interface Health {
  /** Whether it answers now, or did within the last second. */
  isUp(): Promise<boolean>;
}

interface Probe {
  readonly answer: Promise<boolean>;
  /** When it is known, by the clock; null until then. */
  knownAt: number | null;
}

/** Asks by `ask`, which rejects where there is no answer; one question is under way at once, however many ask. */
export function createHealth(
  ask: () => Promise<unknown>,
  clock: Pick<Clock, 'now' | 'schedule'>,
): Health {
  let last: Probe | null = null;

  function probe(): Probe {
    const asked: Probe = { answer: answers(ask), knownAt: null };
    void asked.answer.then(() => {
      asked.knownAt = clock.now();
    });
    return asked;
  }

  return {
    isUp() {
      const isOld = last !== null && last.knownAt !== null && clock.now() - last.knownAt >= HOLDS;
      // A question that is still open is not asked again: each may hold a connection.
      if (last === null || isOld) last = probe();
      return within(last.answer, clock);
    },
  };
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}

/** False when the answer takes longer than a probe may. */
function within(answer: Promise<boolean>, clock: Pick<Clock, 'schedule'>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(PROBE_TIMEOUT, () => resolve(false));
    void answer.then((isUp) => {
      cancel();
      resolve(isUp);
    });
  });
}
