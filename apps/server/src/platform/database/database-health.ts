import type { Clock } from '@kindling/protocol/clock';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A database that takes longer to say 1 serves nobody, ms. */
const PROBE_TIMEOUT = 1_000;
/** How long a result is cached, ms, so that frequent readiness probes cost at most one statement a second. */
const HOLDS = 1_000;

export interface DatabaseHealth {
  /** Whether the database answers now, or did within the last second. */
  isUp(): Promise<boolean>;
}

interface Probe {
  readonly answer: Promise<boolean>;
  /** When it is known, by the clock; null until then. */
  knownAt: number | null;
}

/** Asks a database whether it answers; one question is under way at once, however many ask. */
export function createDatabaseHealth(
  db: Pick<Database, 'execute'>,
  clock: Pick<Clock, 'now' | 'schedule'>,
): DatabaseHealth {
  let last: Probe | null = null;

  function ask(): Probe {
    const probe: Probe = { answer: answersOne(db), knownAt: null };
    void probe.answer.then(() => {
      probe.knownAt = clock.now();
    });
    return probe;
  }

  return {
    isUp() {
      const isOld = last !== null && last.knownAt !== null && clock.now() - last.knownAt >= HOLDS;
      // A question that is still open is not asked again: each would hold a connection.
      if (last === null || isOld) last = ask();
      return within(last.answer, clock);
    },
  };
}

async function answersOne(db: Pick<Database, 'execute'>): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
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
