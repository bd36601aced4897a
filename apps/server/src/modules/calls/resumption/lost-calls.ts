import { hashParticipantKey } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { notReady } from '../../../platform/metrics/routes.ts';
import type { AbandonedCalls, ClaimedCall } from '../abandoned-calls.ts';
import type { ResumeCall } from './resume-call.ts';
import type { Resumable } from './stored-state.ts';

/** How long visitors may come back, ms: as long as their pages try, see the page's `ReconnectPolicy`. */
const RETURN_WINDOW = 30_000;

export interface Ending {
  readonly reason: EndReason;
  readonly message: string;
}
export const CRASHED: Ending = {
  reason: 'kindling.server-crashed',
  message: 'The server stopped without warning during this call.',
};
const HUNG_UP: Ending = {
  reason: 'customer-ended-call',
  message: 'The visitor hung up while the server was away.',
};

/** Calls whose server died, until their visitors are back or late. */
export interface LostCalls {
  readonly size: number;
  /**
   * Waits for those who were in claimed calls, and answers which of them it waits for; ends them so where nobody comes.
   *
   * @default ending: the server died
   */
  expect(calls: readonly ClaimedCall[], ending?: Ending): Promise<ReadonlySet<string>>;
  has(roomName: string): boolean;
  /**
   * Opens the room of this name again, once, however many ask: for the visitor with this key who was in it; null: for
   * one who comes to a call that nobody has heard yet, or that is held without its visitor.
   *
   * @throws `not_ready`: the visitor may try again
   */
  resume(roomName: string, key: string | null): Promise<void>;
  /** The visitor with this key hangs up. False: there is nobody of that key in a lost call of this room. */
  leave(roomName: string, key: string): Promise<boolean>;
  /** How calls are gone on with; none is before. */
  serve(resume: ResumeCall): void;
  /** Stops waiting; the next server to start claims the calls and waits again. */
  close(): void;
}

export interface LostCallsOptions {
  readonly findResumable: (callIds: readonly string[]) => Promise<readonly Resumable[]>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly abandoned: Pick<AbandonedCalls, 'end'>;
  readonly jobs: Pick<Jobs, 'wake'>;
}

interface LostCall extends ClaimedCall {
  readonly found: Resumable;
}

/** A caller who knows the unguessable name of its room may come, as they may where it goes on. */
const isOpenToAll = ({ startedAt, endsWhenLeft }: Resumable['state']) =>
  startedAt === null || !endsWhenLeft;

export function createLostCalls(options: LostCallsOptions): LostCalls {
  const { clock, log, abandoned } = options;
  /** By the names of their rooms. */
  const lost = new Map<string, LostCall>();
  const underWay = new Map<string, Promise<void>>();
  const timers = new Set<() => void>();
  let goOn: ResumeCall = async () => {
    throw notReady();
  };

  async function end(call: LostCall, { reason, message }: Ending = CRASHED): Promise<void> {
    if (!lost.delete(call.found.roomName)) return;
    try {
      // Its report is due.
      if (await abandoned.end(call, reason, message)) options.jobs.wake();
      log.warn({ callId: call.id, reason }, 'call of a dead server ended');
    } catch (error) {
      log.error({ callId: call.id, err: error }, 'call of a dead server not ended');
    }
  }

  /** Null: it is not theirs. */
  function findFor(roomName: string, key: string | null): LostCall | null {
    const call = lost.get(roomName);
    if (key === null) return call !== undefined && isOpenToAll(call.found.state) ? call : null;
    const keyHash = hashParticipantKey(key);
    const isIn = call?.found.state.participants.some((one) => one.keyHash === keyHash);
    return call !== undefined && isIn === true ? call : null;
  }

  async function resume(call: LostCall): Promise<void> {
    try {
      await goOn(call.found, call.claim);
    } catch (error) {
      // The page asks again in a moment.
      if (error instanceof ApiError && error.code === 'not_ready') throw error;
      log.error({ callId: call.id, err: error }, 'call of a dead server not resumed');
      await end(call);
    }
    lost.delete(call.found.roomName);
  }

  return {
    get size() {
      return lost.size;
    },
    async expect(claimed, ending = CRASHED) {
      const resumable = await options.findResumable(claimed.map(({ id }) => id));
      const expected = claimed.flatMap((call): LostCall[] => {
        const found = resumable.find(({ callId }) => callId === call.id);
        return found === undefined ? [] : [{ ...call, found }];
      });
      if (expected.length === 0) return new Set();
      log.warn({ calls: expected.length }, 'calls of another server wait for their visitors');
      for (const call of expected) lost.set(call.found.roomName, call);
      const cancel = clock.schedule(RETURN_WINDOW, () => {
        timers.delete(cancel);
        for (const call of expected) if (!underWay.has(call.found.roomName)) void end(call, ending);
      });
      timers.add(cancel);
      return new Set(expected.map(({ id }) => id));
    },
    has: (roomName) => lost.has(roomName),
    async resume(roomName, key) {
      const call = findFor(roomName, key);
      if (call === null) return;
      const resuming =
        underWay.get(roomName) ?? resume(call).finally(() => underWay.delete(roomName));
      underWay.set(roomName, resuming);
      return resuming;
    },
    async leave(roomName, key) {
      const call = underWay.has(roomName) ? null : findFor(roomName, key);
      if (call !== null) await end(call, HUNG_UP);
      return call !== null;
    },
    serve(resume) {
      goOn = resume;
    },
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
