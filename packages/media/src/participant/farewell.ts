import type { RoomEvent } from '@kindling/protocol/room';
import type { MediaClock } from '../audio/media-clock.ts';
import type { Seat } from './seat.ts';

/** How long the last message to somebody may take to arrive. */
const FAREWELL_TIMEOUT = 250;

/** People who were told to go and have not hung up yet. */
export interface Farewell {
  /** Says it, and closes the seat once it arrived or the time is over. */
  say(seat: Seat, event: RoomEvent): Promise<void>;
  /** Somebody may have hung up. */
  look(): void;
  /** Waits for nobody any more. */
  finish(): void;
}

export function createFarewell(clock: MediaClock): Farewell {
  const leaving = new Map<Seat, () => void>();
  return {
    say: (seat, event) =>
      new Promise((resolve) => {
        seat.send(event);
        const finish = (): void => {
          cancel();
          leaving.delete(seat);
          seat.close();
          resolve();
        };
        const cancel = clock.schedule(FAREWELL_TIMEOUT, finish);
        leaving.set(seat, finish);
        if (seat.unreachable) finish();
      }),
    look() {
      for (const [seat, finish] of [...leaving]) if (seat.unreachable) finish();
    },
    finish() {
      for (const finish of [...leaving.values()]) finish();
    },
  };
}
