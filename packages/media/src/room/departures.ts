import type { RoomEvent } from '@kindling/protocol/room';
import type { GracefulDisconnect } from '../participant/graceful-disconnect.ts';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession } from '../participant/participant-session.ts';
import type { ActiveSpeaker } from './active-speaker.ts';
import type { VoiceAudience } from './voice-audience.ts';

export type LeaveReason = 'left' | 'lost' | 'ejected' | 'flooded';

const FLOODED = {
  type: 'room-left',
  reason: 'ejected',
  message: 'You sent too many messages, so the connection was closed.',
} as const satisfies RoomEvent;

/** How participants leave a room. */
export interface Departures {
  /** Removes a participant from the room; the session remains open for a last message. */
  remove(session: ParticipantSession, reason: LeaveReason): boolean;
  /** Removes a participant and closes the session. False when it had been removed before. */
  removeAndClose(session: ParticipantSession, reason: LeaveReason): boolean;
  /** Disconnects a participant that floods the room. */
  disconnectFlooder(session: ParticipantSession): void;
}

export interface DeparturesOptions {
  readonly registry: ParticipantRegistry;
  readonly speaker: ActiveSpeaker;
  readonly audience: VoiceAudience;
  readonly gracefulDisconnect: GracefulDisconnect;
  readonly onLeft: (sessionId: string, reason: LeaveReason) => void;
}

export function createDepartures(options: DeparturesOptions): Departures {
  const { registry, speaker, audience, gracefulDisconnect } = options;

  const remove: Departures['remove'] = (session, reason) => {
    const removed = registry.removeSession(session, reason);
    speaker.forget(session.sessionId);
    audience.refresh();
    if (removed) options.onLeft(session.sessionId, reason);
    return removed;
  };

  return {
    remove,
    removeAndClose(session, reason) {
      const removed = remove(session, reason);
      session.close();
      gracefulDisconnect.refresh();
      return removed;
    },
    disconnectFlooder(session) {
      remove(session, 'flooded');
      void gracefulDisconnect.disconnect(session, FLOODED);
    },
  };
}
