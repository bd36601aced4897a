import type { Clock } from '@kindling/protocol/clock';
import type { RoomEvent } from '@kindling/protocol/room';
import type { ParticipantSession } from './participant-session.ts';

/** How long the last message to a participant may take to arrive, ms. */
const LAST_MESSAGE_TIMEOUT = 250;

/** Disconnects participants after a last message. */
export interface GracefulDisconnect {
  /** Sends the event and closes the session once the client has hung up, or after the timeout. */
  disconnect(session: ParticipantSession, event: RoomEvent): Promise<void>;
  /** Call when a connection changed: clients that have hung up need no more waiting. */
  refresh(): void;
  /** Closes all sessions that are waiting. */
  finish(): void;
}

export function createGracefulDisconnect(clock: Clock): GracefulDisconnect {
  const leaving = new Map<ParticipantSession, () => void>();
  return {
    disconnect: (session, event) =>
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
    refresh() {
      for (const [session, finish] of [...leaving]) if (session.unreachable) finish();
    },
    finish() {
      for (const finish of [...leaving.values()]) finish();
    },
  };
}
