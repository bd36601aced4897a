import type { LivekitEgress } from '@kindling/media-livekit';
import type { MeetingContext } from '../../meetings/request-handlers.ts';
import { describeEarlyEnd } from './egress-films.ts';

export interface EgressWatchOptions {
  readonly egress: Pick<LivekitEgress, 'find'>;
  readonly meeting: Pick<MeetingContext, 'clock' | 'log'>;
  readonly recordingId: string;
  /** It ended before it was stopped. */
  readonly onEarlyEnd: (why: string) => void;
}

/** Notices that a recording is over: Egress has limits of its own, and may be stopped by others. */
export interface EgressWatch {
  /** Call it several times a second. */
  step(egressId: string): void;
}

/** Between two questions, ms. */
const ASK_STEP = 2_000;

export function createEgressWatch(options: EgressWatchOptions): EgressWatch {
  const { egress, meeting, recordingId, onEarlyEnd } = options;
  const { clock, log } = meeting;
  let askedAt = clock.now();

  async function ask(egressId: string): Promise<void> {
    try {
      const state = await egress.find(egressId);
      if (state?.isOver === false) return;
      onEarlyEnd(describeEarlyEnd(state?.fault ?? null));
    } catch (error) {
      log.warn({ recordingId, err: error }, 'LiveKit does not say how a recording goes');
    }
  }

  return {
    step(egressId) {
      if (clock.now() - askedAt < ASK_STEP) return;
      askedAt = clock.now();
      void ask(egressId);
    },
  };
}
