import type { Clock } from '@kindling/protocol/clock';
import type { LiveMeetings } from '../live-meetings.ts';
import type { MeetingClaims } from '../meeting-claims.ts';
import { RETURN_WINDOW } from './meeting-memory.ts';

export interface TakeMeetingsOptions {
  readonly clock: Clock;
  readonly claims: Pick<MeetingClaims, 'take' | 'takeGone' | 'release'>;
  readonly meetings: Pick<LiveMeetings, 'all'>;
  /** Whether this node may go on with meetings of others at the moment. */
  readonly mayTake: () => boolean;
}

/** Takes meetings of other nodes over; the first of their people who comes back opens them. */
export interface TakeMeetings {
  /** From a node that hands it over; false: it was not taken. */
  take(roomId: string, from: number): Promise<boolean>;
  /** All of nodes that are over; answers how many. */
  takeGone(): Promise<number>;
  /** Waits for nobody any more. */
  close(): void;
}

export function createTakeMeetings(options: TakeMeetingsOptions): TakeMeetings {
  const { clock, claims, meetings } = options;
  const timers = new Set<() => void>();

  /** What is known of people is not kept for longer than they may come back. */
  function wait(roomIds: readonly string[]): void {
    if (roomIds.length === 0) return;
    const cancel = clock.schedule(RETURN_WINDOW, () => {
      timers.delete(cancel);
      const here = new Set(meetings.all().map(({ roomId }) => roomId));
      for (const roomId of roomIds) if (!here.has(roomId)) void claims.release(roomId);
    });
    timers.add(cancel);
  }

  return {
    async take(roomId, from) {
      const isTaken = options.mayTake() && (await claims.take(roomId, from));
      if (isTaken) wait([roomId]);
      return isTaken;
    },
    async takeGone() {
      const roomIds = options.mayTake() ? await claims.takeGone() : [];
      wait(roomIds);
      return roomIds.length;
    },
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
