import {
  type AgentOptions,
  type AgentParticipant,
  hashParticipantKey,
  type Room,
  type RoomErrorCode,
  type RoomOptions,
} from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import { PLAYABLE_MESSAGE } from '@kindling/protocol/constants';
import { participantPath, type RoomEvent } from '@kindling/protocol/room';
import { createFakePeople, FIRST_PERSON, moderate } from './fake-people.ts';
import { createFakeAgent, createFakePlayer } from './fake-server-participants.ts';

/** A room without a network: a test plays the people. */
export interface FakeRoom extends Room {
  readonly options: RoomOptions;
  readonly closedWith: string | null;
  /** How everybody was sent to look for it elsewhere; null: nobody was. */
  readonly moved: 'handed-over' | 'lost' | null;
  /** What the assistant sent, in order. */
  readonly sent: readonly unknown[];
  /** What was played behind the assistant, one after another. */
  readonly backgrounds: readonly Parameters<AgentParticipant['setBackground']>[0][];
  /** What the server sent, and to whom; `*`: everybody. */
  readonly events: readonly { readonly to: string; readonly event: RoomEvent }[];
  /** Tracks that a participant was asked to switch off. */
  readonly switchedOff: readonly {
    readonly sessionId: string;
    readonly tracks: readonly string[];
  }[];
  /** What the last who left by themselves brought along. */
  readonly lastFrames: readonly string[];
  /** As the data channel of a joined person would. @default the first who came */
  say(data: unknown, sessionId?: string, sequence?: number | null): void;
  hear(pcm: Int16Array): void;
  lose(): void;
  /** As an engine that lost it. */
  fail(): void;
  /** As a `request` on a participant's data channel. */
  ask(sessionId: string, method: string, params: unknown): Promise<unknown>;
  /** Events that one person was sent, by type. */
  sentTo<T extends RoomEvent['type']>(
    sessionId: string,
    type: T,
  ): readonly Extract<RoomEvent, { type: T }>[];
}

/** In an offer: it is answered, and nothing ever comes of it. */
export const UNREACHABLE = 'unreachable';
/** In an offer: the page of it says that it can hear. */
export const HEARS = 'hears';

export function createFakeRoom(options: RoomOptions): FakeRoom {
  const sent: unknown[] = [];
  const backgrounds: Parameters<AgentParticipant['setBackground']>[0][] = [];
  const events: { to: string; event: RoomEvent }[] = [];
  const switchedOff: { sessionId: string; tracks: readonly string[] }[] = [];
  const people = createFakePeople(options);
  let agent: AgentOptions | null = null;
  let closedWith: string | null = null;
  let moved: FakeRoom['moved'] = null;
  let lastFrames: readonly string[] = [];

  const send = (event: RoomEvent, to = '*') => void events.push({ to, event });
  const refuse = (code: RoomErrorCode): never => {
    throw new RoomError(code, code);
  };

  return {
    options,
    sent,
    backgrounds,
    events,
    switchedOff,
    name: options.name,
    tracksForwarded: 0,
    get participantCount() {
      return people.all.length;
    },
    get closedWith() {
      return closedWith;
    },
    async join({ sdp, userName = '' }, identity = {}) {
      if (closedWith !== null) refuse('room_ended');
      if (!sdp.startsWith('v=0')) refuse('invalid_sdp');
      if (people.all.length >= options.maxParticipants)
        refuse(options.maxParticipants === 1 ? 'already_joined' : 'room_full');
      const { sessionId, key } = people.add(userName, identity);
      if (!sdp.includes(UNREACHABLE)) options.onParticipantConnected?.(sessionId);
      if (sdp.includes(HEARS)) agent?.onAppMessage(PLAYABLE_MESSAGE, sessionId, null);
      const location = participantPath(options.path, key);
      return { sdp: 'v=0 answer', sessionId, location, participants: [] };
    },
    async restart(key) {
      const keyHash = hashParticipantKey(key);
      const before = options.returning?.find((one) => one.keyHash === keyHash);
      if (people.findByKey(key) === undefined) {
        if (before === undefined) return refuse('not_found');
        const { sessionId, userName, identity = {} } = before;
        people.add(userName, identity, { sessionId, key });
        options.onParticipantConnected?.(sessionId);
      }
      return { sdp: 'v=0 restarted' };
    },
    get lastFrames() {
      return lastFrames;
    },
    leave(key, reason = 'left', frames = []) {
      lastFrames = frames;
      return people.remove(people.findByKey(key), reason);
    },
    addAgent(agentOptions) {
      agent = agentOptions;
      return {
        ...createFakeAgent((data) => sent.push(data)),
        setBackground: (sound) => void backgrounds.push(sound),
      };
    },
    addPlayer: createFakePlayer,
    ...moderate(options, people, send),
    describeTo: () => [],
    switchOff: (sessionId, tracks) => void switchedOff.push({ sessionId, tracks }),
    send,
    observeTrack: () => null,
    say: (data, sessionId = FIRST_PERSON.sessionId, sequence = null) =>
      agent?.onAppMessage(data, sessionId, sequence),
    hear: (pcm) => agent?.onAudio(pcm, FIRST_PERSON.sessionId),
    lose: () => void people.remove(people.all[0], 'lost'),
    fail: () => options.onFailed?.(),
    ask: async (sessionId, method, params) => options.onRequest?.({ sessionId, method, params }),
    sentTo: (sessionId, type) =>
      events.flatMap(({ to, event }) =>
        (to === sessionId || to === '*') && isOfType(event, type) ? [event] : [],
      ),
    get moved() {
      return moved;
    },
    async close(message) {
      closedWith ??= message;
    },
    async move(handedOver) {
      moved ??= handedOver ? 'handed-over' : 'lost';
      closedWith ??= 'moved';
    },
  };
}

function isOfType<T extends RoomEvent['type']>(
  event: RoomEvent,
  type: T,
): event is Extract<RoomEvent, { type: T }> {
  return event.type === type;
}
