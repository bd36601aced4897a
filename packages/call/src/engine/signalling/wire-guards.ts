import type {
  IceServer,
  IceServersAnswer,
  RoomAnswer,
  RoomEvent,
  RoomRestartAnswer,
  WireParticipant,
  WireTrack,
} from '@kindling/protocol/room';

/**
 * The server's messages are checked by hand: the schemas of the protocol would bring a
 * validator into every page. What does not fit is dropped, never half used.
 */

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
const anything: Check = () => true;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const byName =
  (check: Check): Check =>
  (value) =>
    isFields(value) && Object.values(value).every(check);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const shape =
  (fields: Shape): Check =>
  (value) =>
    isFields(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

const trackState = oneOf(
  ...([
    'off',
    'playable',
    'sendable',
    'loading',
    'interrupted',
    'blocked',
  ] satisfies WireTrack['state'][]),
);
const wireTrack = shape({
  media: oneOf('audio', 'video'),
  state: trackState,
  subscribed: flag,
  mid: nullable(text),
  off: optional(oneOf('remote-request', 'permission', 'bandwidth')),
});
const flagOrFields: Check = (value) => flag(value) || isFields(value);
const permissions = shape({
  hasPresence: flag,
  canSend: (value) => flag(value) || list(text)(value),
  canReceive: shape({
    base: flagOrFields,
    byUserId: optional(byName(flagOrFields)),
    byParticipantId: optional(byName(flagOrFields)),
  }),
  canAdmin: (value) => flag(value) || list(text)(value),
});
const participant = shape({
  sessionId: text,
  userId: optional(text),
  userName: text,
  owner: flag,
  joinedAt: number,
  participantType: optional(oneOf('agent', 'remote-media-player')),
  permissions: optional(permissions),
  tracks: byName(wireTrack),
} satisfies Partial<Record<keyof WireParticipant, Check>>);

const iceServer = shape({
  urls: (value) => text(value) || list(text)(value),
  username: optional(text),
  credential: optional(text),
} satisfies Record<keyof IceServer, Check>);
const iceServers = { iceServers: list(iceServer) };
const iceServersAnswer = { ...iceServers, media: optional(oneOf('livekit')) };
const livekit = optional(shape({ url: text, token: text, host: text }));
const restartAnswer = { sdp: text, livekit, pingFirst: optional(flag), ...iceServers };
const answer = {
  ...restartAnswer,
  sessionId: text,
  location: text,
  participants: list(participant),
  level: optional(oneOf('lobby', 'full')),
  owner: optional(flag),
  userName: optional(text),
  userId: optional(text),
  permissions: optional(permissions),
  ejectAt: optional(number),
  meetingId: optional(text),
  room: optional(shape({ id: text, name: text, config: isFields, tokenConfig: isFields })),
} satisfies Partial<Record<keyof RoomAnswer, Check>>;

const change = oneOf('started', 'stopped', 'error');
const EVENTS: Readonly<Record<RoomEvent['type'], Shape>> = {
  'participant-joined': { participant },
  'participant-updated': { participant },
  'participant-left': { sessionId: text, reason: optional(text) },
  'app-message': { from: text },
  'room-left': {
    reason: oneOf('ended', 'ejected', 'exp-room', 'exp-token', 'not-allowed', 'connection-error'),
    message: text,
  },
  moved: { handedOver: optional(flag) },
  'room-error': { code: text, message: text },
  pong: { sentAt: number, received: optional(number) },
  result: { id: text, value: anything, error: optional(shape({ code: text, message: text })) },
  access: { level: oneOf('none', 'lobby', 'full'), participants: list(participant) },
  waiting: {
    change: oneOf('added', 'updated', 'removed'),
    participant: shape({ id: text, name: text, awaitingAccess: shape({ level: oneOf('full') }) }),
  },
  'self-updated': {
    tracksOff: optional(list(text)),
    owner: optional(flag),
    permissions: optional(permissions),
  },
  counts: { hidden: number },
  'active-speaker': { sessionId: nullable(text) },
  'session-data': { data: anything },
  recording: {
    change: oneOf('started', 'stopped', 'error', 'stored'),
    instanceId: text,
    recordingId: optional(text),
    startedBy: optional(text),
    recordingType: optional(oneOf('cloud', 'raw-tracks')),
    layout: optional(shape({ preset: text })),
    duration: optional(number),
    errorMsg: optional(text),
  },
  transcription: {
    change,
    instanceId: text,
    language: optional(text),
    model: optional(text),
    by: optional(text),
    errorMsg: optional(text),
  },
  'transcription-message': {
    instanceId: text,
    sessionId: text,
    track: text,
    text,
    timestamp: number,
  },
  'media-player': {
    change: oneOf('started', 'updated', 'stopped'),
    sessionId: text,
    by: text,
    player: shape({
      state: oneOf('playing', 'paused', 'buffering'),
      settings: shape({ state: oneOf('play', 'pause'), volume: number }),
    }),
    reason: optional(oneOf('EOS', 'stopped-by-peer')),
  },
};

export function isIceServersAnswer(value: unknown): value is IceServersAnswer {
  return shape(iceServersAnswer)(value);
}

export function isRoomRestartAnswer(value: unknown): value is RoomRestartAnswer {
  return shape(restartAnswer)(value);
}

export function isRoomAnswer(value: unknown): value is RoomAnswer {
  return shape(answer)(value);
}

function isRoomEvent(value: unknown): value is RoomEvent {
  if (!isFields(value) || typeof value.type !== 'string') return false;
  if (!Object.hasOwn(EVENTS, value.type)) return false;
  return shape(EVENTS[value.type as RoomEvent['type']])(value);
}

/** One frame of the data channel; null for what this version does not know. */
export function parseRoomEvent(message: unknown): RoomEvent | null {
  if (typeof message !== 'string') return null;
  try {
    const value: unknown = JSON.parse(message);
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
