import type { RoomEvent } from '@kindling/protocol/room';
import type { MediaClock } from '../audio/media-clock.ts';
import type { ParticipantSession } from './participant-session.ts';

/** How long the last message to somebody may take to arrive. */
const LAST_MESSAGE_TIMEOUT = 250;

/** People who were told to go and have not hung up yet. */
export interface GracefulDisconnect {
  /** Says it, and closes the seat once it arrived or the time is over. */
  say(session: ParticipantSession, event: RoomEvent): Promise<void>;
  /** Somebody may have hung up. */
  look(): void;
  /** Waits for nobody any more. */
  finish(): void;
}

export function createGracefulDisconnect(clock: MediaClock): GracefulDisconnect {
  const leaving = new Map<ParticipantSession, () => void>();
  return {
    say: (session, event) =>
      new Promise((resolve) => {
        session.send(event);
        const finish = (): void => {
          cancel();
          leaving.delete(session);
          session.close();
          resolve();
        };
        const cancel = clock.schedule(LAST_MESSAGE_TIMEOUT, finish);
        leaving.set(session, finish);
        if (session.unreachable) finish();
      }),
    look() {
      for (const [session, finish] of [...leaving]) if (session.unreachable) finish();
    },
    finish() {
      for (const finish of [...leaving.values()]) finish();
    },
  };
}
