import type {
  AgentParticipant,
  MediaEngine,
  PlayerParticipant,
  Room,
  RoomOptions,
} from '../../port.ts';
import { createMediaEngine } from '../create-media-engine.ts';
import type { Command, MadeRoom, Notice, Place, StartOptions } from './messages.ts';
import { receiveError, type SentError, sendError } from './sent-error.ts';

type Participant = AgentParticipant | PlayerParticipant;
/** What a room tells. `onFailed` is told by whoever sees this process end, `onRequest` asks. */
type RoomCallbacks = Omit<
  RoomOptions,
  'name' | 'path' | 'maxParticipants' | 'onFailed' | 'onRequest'
>;

export interface EngineHost {
  handle(command: Command): void;
}

/** An engine that is told what to do by commands, and tells by notices what came about. */
export function hostEngine(post: (notice: Notice) => void): EngineHost {
  const rooms = new Map<Place, Room>();
  const participants = new Map<Place, Participant>();
  const observations = new Map<Place, () => void>();
  const questions = new Map<number, PromiseWithResolvers<unknown>>();
  let engine: MediaEngine | null = null;
  /** Came while the engine starts; null: it does not. */
  let early: Command[] | null = null;
  let lastQuestion = 0;

  const running = (): MediaEngine => {
    if (engine === null) throw new Error('The engine has not been started.');
    return engine;
  };

  const roomAt = (place: Place): Room => {
    const room = rooms.get(place);
    if (room === undefined) throw new Error('There is no such room.');
    return room;
  };

  const createRoom = (place: Place, { takesRequests, ...options }: MadeRoom): void => {
    const ask = (request: Extract<Notice, { type: 'question' }>['request']) => {
      lastQuestion += 1;
      const question = Promise.withResolvers<unknown>();
      questions.set(lastQuestion, question);
      post({ type: 'question', question: lastQuestion, room: place, request });
      return question.promise;
    };
    // Every callback that a room has: one that is forgotten is never told across the process.
    const callbacks: Required<RoomCallbacks> = {
      onParticipantJoined: (sessionId) => post({ type: 'joined', room: place, sessionId }),
      onParticipantConnected: (sessionId) => post({ type: 'connected', room: place, sessionId }),
      onMemberChanged: (sessionId) => post({ type: 'changed', room: place, sessionId }),
      onParticipantLeft: (sessionId, reason) =>
        post({ type: 'left', room: place, sessionId, reason }),
    };
    const room = running().createRoom({
      ...options,
      ...callbacks,
      ...(takesRequests ? { onRequest: ask } : {}),
    });
    rooms.set(place, room);
  };

  const keep = (place: Place, participant: Participant): void => {
    participants.set(place, participant);
    participant.output.onPlayed((samples) => post({ type: 'played', place, samples }));
  };

  const perform = (command: Command): unknown => {
    switch (command.type) {
      case 'start':
        return start(command.options);
      case 'stats':
        return running().stats();
      case 'stop':
        return engine?.close();
      case 'create-room':
        return createRoom(command.room, command.options);
      case 'add-agent': {
        const { place } = command;
        return keep(
          place,
          roomAt(command.room).addAgent({
            ...command.options,
            onAudio: (pcm, sessionId) => post({ type: 'audio', place, pcm, sessionId }),
            onAppMessage: (data, sessionId) =>
              post({ type: 'app-message', place, data, sessionId }),
          }),
        );
      }
      case 'add-player':
        return keep(command.place, roomAt(command.room).addPlayer(command.options));
      case 'observe-track':
        return observeTrack(command);
      case 'stop-observing':
        observations.get(command.place)?.();
        observations.delete(command.place);
        return undefined;
      case 'answer':
        return settle(command.question, command.value, command.error);
      case 'do':
        return act(command);
    }
  };

  const start = async (options: StartOptions): Promise<number> => {
    early = [];
    try {
      engine = await createMediaEngine({
        ...options,
        onFault: ({ stage, error }) => post({ type: 'fault', stage, error: sendError(error) }),
      });
      return engine.udpPort;
    } finally {
      const waiting = early;
      early = null;
      for (const command of waiting) handle(command);
    }
  };

  const observeTrack = (command: Extract<Command, { type: 'observe-track' }>): boolean => {
    const { place } = command;
    const stop = roomAt(command.room).observeTrack(command.sessionId, command.track, {
      onPacket: (packet) => post({ type: 'packet', place, packet }),
      onEnded() {
        observations.delete(place);
        post({ type: 'track-ended', place });
      },
    });
    if (stop !== null) observations.set(place, stop);
    return stop !== null;
  };

  const settle = (question: number, value: unknown, error: SentError | undefined): void => {
    const waiting = questions.get(question);
    questions.delete(question);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(receiveError(error));
  };

  const act = ({ of, place, method, args }: Extract<Command, { type: 'do' }>): unknown => {
    const found = of === 'room' ? rooms.get(place) : participants.get(place);
    // Commands to somebody who left meanwhile.
    if (found === undefined) return undefined;
    const target = (of === 'output' ? (found as Participant).output : found) as unknown as Record<
      string,
      unknown
    >;
    const member = target[method];
    const result = typeof member === 'function' ? Reflect.apply(member, target, [...args]) : member;
    if (of === 'participant' && method === 'leave') participants.delete(place);
    if (of === 'room' && method === 'close')
      return Promise.resolve(result).finally(() => rooms.delete(place));
    return result;
  };

  const handle = (command: Command): void => {
    if (early !== null) early.push(command);
    else carryOut(command);
  };

  const carryOut = (command: Command): void => {
    const call = 'call' in command ? command.call : undefined;
    const fail = (error: unknown) => {
      if (call !== undefined) post({ type: 'reply', call, error: sendError(error) });
      else post({ type: 'fault', stage: command.type, error: sendError(error) });
    };
    const succeed = (value: unknown) => {
      if (call !== undefined) post({ type: 'reply', call, value });
    };
    try {
      const result = perform(command);
      // What is known at once is told at once: somebody may be standing still for it.
      if (result instanceof Promise) result.then(succeed, fail);
      else succeed(result);
    } catch (error) {
      fail(error);
    }
  };

  return { handle };
}
