import type {
  AgentParticipant,
  MediaEngine,
  PlayerParticipant,
  Room,
  RoomOptions,
} from '../../port.ts';
import type { Command, Notice, ObjectId } from './messages.ts';
import { receiveError } from './sent-error.ts';

type Participant = AgentParticipant | PlayerParticipant;
/** `onFailed` is called by the server, which sees this process end; `onRequest` waits for a reply. */
type RoomCallbacks = Omit<
  RoomOptions,
  | 'name'
  | 'path'
  | 'maxParticipants'
  | 'generation'
  | 'returning'
  | 'returnWindow'
  | 'onFailed'
  | 'onRequest'
>;
type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;
export type RoomCommand = Exclude<Command, { type: 'start' | 'stats' | 'stop' | 'beat' }>;

/** The rooms of the media process, with what is in them, by the numbers the server chose. */
export interface HostedRooms {
  /** Executes a command; the result is sent to the server when it waits for one. */
  perform(command: RoomCommand): unknown;
}

export function createHostedRooms(
  findEngine: () => MediaEngine,
  post: (notice: Notice) => void,
): HostedRooms {
  const rooms = new Map<ObjectId, Room>();
  const participants = new Map<ObjectId, Participant>();
  const observations = new Map<ObjectId, () => void>();
  const requests = createRequests();

  const roomAt = (roomId: ObjectId): Room => {
    const room = rooms.get(roomId);
    if (room === undefined) throw new Error('There is no such room.');
    return room;
  };

  const createRoom = ({ roomId, options }: CommandOf<'create-room'>): void => {
    const { takesRequests, ...settings } = options;
    const room = findEngine().createRoom({
      ...settings,
      ...roomCallbacks(roomId, post),
      ...(takesRequests
        ? {
            onRequest: (request) =>
              requests.send((requestId) => post({ type: 'request', requestId, roomId, request })),
          }
        : {}),
    });
    rooms.set(roomId, room);
  };

  const keep = (id: ObjectId, participant: Participant): void => {
    participants.set(id, participant);
    participant.output.onPlayed((samples) => post({ type: 'played', id, samples }));
  };

  const addAgent = ({ roomId, id, options }: CommandOf<'add-agent'>): void =>
    keep(
      id,
      roomAt(roomId).addAgent({
        ...options,
        onAudio: (pcm, sessionId) => post({ type: 'audio', id, pcm, sessionId }),
        onAppMessage: (data, sessionId, sequence) =>
          requests.send((requestId) =>
            post({ type: 'app-message', requestId, id, data, sessionId, sequence }),
          ),
      }),
    );

  const observeTrack = ({ roomId, id, sessionId, track }: CommandOf<'observe-track'>): boolean => {
    const stop = roomAt(roomId).observeTrack(sessionId, track, {
      onPacket: (packet) => post({ type: 'packet', id, packet }),
      onEnded() {
        observations.delete(id);
        post({ type: 'track-ended', id });
      },
    });
    if (stop !== null) observations.set(id, stop);
    return stop !== null;
  };

  const invoke = ({ target, id, method, args }: CommandOf<'invoke'>): unknown => {
    const found = target === 'room' ? rooms.get(id) : participants.get(id);
    // A participant that has left meanwhile.
    if (found === undefined) return undefined;
    const receiver = (target === 'output'
      ? (found as Participant).output
      : found) as unknown as Record<string, unknown>;
    const member = receiver[method];
    const result =
      typeof member === 'function' ? Reflect.apply(member, receiver, [...args]) : member;
    if (target === 'participant' && method === 'leave') participants.delete(id);
    if (target === 'room' && (method === 'close' || method === 'move'))
      return Promise.resolve(result).finally(() => rooms.delete(id));
    return result;
  };

  return {
    perform(command) {
      switch (command.type) {
        case 'create-room':
          return createRoom(command);
        case 'add-agent':
          return addAgent(command);
        case 'add-player':
          return keep(command.id, roomAt(command.roomId).addPlayer(command.options));
        case 'observe-track':
          return observeTrack(command);
        case 'stop-observing':
          observations.get(command.id)?.();
          observations.delete(command.id);
          return undefined;
        case 'request-result':
          return requests.settle(command);
        case 'invoke':
          return invoke(command);
      }
    },
  };
}

/** Every callback of a room: the type finds one that is missing. */
function roomCallbacks(roomId: ObjectId, post: (notice: Notice) => void): Required<RoomCallbacks> {
  return {
    onParticipantJoined: (sessionId) => post({ type: 'joined', roomId, sessionId }),
    onParticipantConnected: (sessionId) => post({ type: 'connected', roomId, sessionId }),
    onMemberChanged: (sessionId) => post({ type: 'changed', roomId, sessionId }),
    onParticipantLeft: (sessionId, reason) => post({ type: 'left', roomId, sessionId, reason }),
  };
}

/** What waits for the server's answer: requests of participants, and app messages until the server has done with them. */
function createRequests() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastRequest = 0;
  return {
    send(ask: (requestId: number) => void): Promise<unknown> {
      lastRequest += 1;
      const result = Promise.withResolvers<unknown>();
      waiting.set(lastRequest, result);
      ask(lastRequest);
      return result.promise;
    },
    settle({ requestId, value, error }: CommandOf<'request-result'>): void {
      const result = waiting.get(requestId);
      waiting.delete(requestId);
      if (error === undefined) result?.resolve(value);
      else result?.reject(receiveError(error));
    },
  };
}
