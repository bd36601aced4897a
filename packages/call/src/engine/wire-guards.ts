import type {
  IceServer,
  RoomAnswer,
  RoomEvent,
  RoomRestartAnswer,
  WireParticipant,
  WireTrack,
} from '@kindling/protocol/room';

/**
 * The server's words are checked by hand: the schemas of the protocol would bring a
 * validator into every page. What does not fit is dropped, never half used.
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TRACK_STATES: readonly string[] = [
  'off',
  'playable',
  'sendable',
  'loading',
  'interrupted',
  'blocked',
] satisfies WireTrack['state'][];

function isWireTrack(value: unknown): value is WireTrack {
  return (
    isFields(value) &&
    TRACK_STATES.includes(String(value.state)) &&
    typeof value.subscribed === 'boolean' &&
    (value.mid === null || typeof value.mid === 'string')
  );
}

function isWireParticipant(value: unknown): value is WireParticipant {
  return (
    isFields(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.userName === 'string' &&
    typeof value.owner === 'boolean' &&
    typeof value.joinedAt === 'number' &&
    isFields(value.tracks) &&
    Object.values(value.tracks).every((track) => track === undefined || isWireTrack(track))
  );
}

function isIceServer(value: unknown): value is IceServer {
  return isFields(value) && (typeof value.urls === 'string' || Array.isArray(value.urls));
}

export function isRoomRestartAnswer(value: unknown): value is RoomRestartAnswer {
  return (
    isFields(value) &&
    typeof value.sdp === 'string' &&
    Array.isArray(value.iceServers) &&
    value.iceServers.every(isIceServer)
  );
}

export function isRoomAnswer(value: unknown): value is RoomAnswer {
  if (!isFields(value)) return false;
  return (
    typeof value.sessionId === 'string' &&
    typeof value.location === 'string' &&
    Array.isArray(value.participants) &&
    value.participants.every(isWireParticipant) &&
    isRoomRestartAnswer(value)
  );
}

function isRoomEvent(value: unknown): value is RoomEvent {
  if (!isFields(value)) return false;
  switch (value.type) {
    case 'participant-joined':
    case 'participant-updated':
      return isWireParticipant(value.participant);
    case 'participant-left':
      return typeof value.sessionId === 'string';
    case 'app-message':
      return typeof value.from === 'string';
    case 'room-left':
      return typeof value.reason === 'string' && typeof value.message === 'string';
    case 'room-error':
      return typeof value.code === 'string' && typeof value.message === 'string';
    case 'pong':
      return typeof value.sentAt === 'number';
    default:
      return false;
  }
}

/** One frame of the data channel; null for what this version does not know. */
export function parseRoomEvent(text: unknown): RoomEvent | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRoomEvent(value) ? value : null;
  } catch {
    return null;
  }
}

/** `code` and `message` of the API's error body, when it is one. */
export function parseErrorBody(value: unknown): { code: string; message: string } | null {
  if (!isFields(value)) return null;
  const { code, message } = value;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}
