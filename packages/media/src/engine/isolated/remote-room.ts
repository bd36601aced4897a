import { randomUUID } from 'node:crypto';
import type { WireParticipant } from '@kindling/protocol/room';
import { assertOpusSampleRate } from '../../audio/sample-rates.ts';
import type {
  AgentOptions,
  AgentParticipant,
  JoinAnswer,
  PlayerParticipant,
  RestartAnswer,
  Room,
  RoomMember,
  RoomOptions,
  TrackObserver,
} from '../../port.ts';
import type { Notice, Place } from './messages.ts';
import { type Reach, roomEnded } from './reach.ts';
import { createRemoteOutput, type RemoteOutput } from './remote-output.ts';
import { sendError } from './sent-error.ts';

/** A notice of something in a room. */
export type RoomNotice = Exclude<Notice, { type: 'reply' | 'fault' }>;

export interface RemoteRoom extends Room {
  /** The process is gone: tells the room's owner. */
  fail(): void;
}

export interface RemoteRoomOptions {
  readonly room: Place;
  readonly options: RoomOptions;
  readonly reach: Reach;
  readonly nextPlace: () => Place;
  /** What comes of a place goes to this; null: nothing any more. */
  readonly listen: (place: Place, handle: ((notice: RoomNotice) => void) | null) => void;
  readonly onClosed: () => void;
}

/** A room that is in the media process, as its owner sees it. */
export function createRemoteRoom(given: RemoteRoomOptions): RemoteRoom {
  const { room, options, reach, nextPlace, listen } = given;
  const outputs = new Map<Place, RemoteOutput>();
  const observers = new Map<Place, TrackObserver>();
  let closing: Promise<void> | null = null;
  let failed = false;

  const doing = (method: string, args: readonly unknown[]) =>
    ({ type: 'do', of: 'room', place: room, method, args }) as const;
  const act = (method: string, ...args: unknown[]) => reach.post(doing(method, args));
  const ask = (method: string, ...args: unknown[]) => reach.ask(doing(method, args));
  const askAtOnce = <T>(lost: T, method: string, ...args: unknown[]) =>
    reach.askAtOnce(doing(method, args), lost) as T;

  const answer = async ({ question, request }: Extract<RoomNotice, { type: 'question' }>) => {
    try {
      const value = await options.onRequest?.(request);
      reach.post({ type: 'answer', question, value });
    } catch (error) {
      reach.post({ type: 'answer', question, error: sendError(error) });
    }
  };

  const handle = (notice: RoomNotice): void => {
    if (notice.type === 'joined') {
      const { sessionId } = notice;
      reach.guard('participant-joined', () => options.onParticipantJoined?.(sessionId));
    } else if (notice.type === 'connected') {
      const { sessionId } = notice;
      reach.guard('participant-connected', () => options.onParticipantConnected?.(sessionId));
    } else if (notice.type === 'changed') {
      const { sessionId } = notice;
      reach.guard('member-changed', () => options.onMemberChanged?.(sessionId));
    } else if (notice.type === 'left') {
      const { sessionId, reason } = notice;
      reach.guard('participant-left', () => options.onParticipantLeft?.(sessionId, reason));
    } else if (notice.type === 'question') void answer(notice);
  };
  listen(room, handle);
  reach.post({
    type: 'create-room',
    room,
    options: {
      ...{ name: options.name, path: options.path, maxParticipants: options.maxParticipants },
      takesRequests: options.onRequest !== undefined,
    },
  });

  /** What an agent and a source have in common. */
  const addParticipant = (
    type: 'add-agent' | 'add-player',
    { userName, sampleRate }: Pick<AgentOptions, 'userName' | 'sampleRate'>,
    hear: (notice: RoomNotice) => void,
  ) => {
    const place = nextPlace();
    assertOpusSampleRate(sampleRate);
    if (failed || closing !== null) throw roomEnded();
    const sessionId = randomUUID();
    reach.post({ type, room, place, options: { userName, sampleRate, sessionId } });
    const output = createRemoteOutput(reach, { place, sampleRate });
    outputs.set(place, output);
    listen(place, (notice) => {
      if (notice.type === 'played') output.handlePlayed(notice.samples);
      else hear(notice);
    });
    const send = (method: string, ...args: unknown[]) =>
      reach.post({ type: 'do', of: 'participant', place, method, args });
    const leave = () => {
      send('leave');
      forget(place);
    };
    return { sessionId, output, send, leave };
  };

  const forget = (place: Place): void => {
    outputs.get(place)?.stop();
    outputs.delete(place);
    listen(place, null);
  };

  /** Nothing more is heard of what is in the room. */
  const forgetAll = (): void => {
    for (const place of [...outputs.keys()]) forget(place);
    for (const place of observers.keys()) listen(place, null);
    observers.clear();
    listen(room, null);
    reach.cut();
    given.onClosed();
  };

  const shut = async (message: string): Promise<void> => {
    for (const output of outputs.values()) output.stop();
    try {
      if (!failed) await ask('close', message);
    } catch (error) {
      // A room whose process is gone is closed.
      if (!failed) throw error;
    } finally {
      forgetAll();
    }
  };

  return {
    name: options.name,
    get participantCount() {
      return askAtOnce(0, 'participantCount');
    },
    get tracksForwarded() {
      return askAtOnce(0, 'tracksForwarded');
    },
    join: (...args) => ask('join', ...args) as Promise<JoinAnswer>,
    restart: (...args) => ask('restart', ...args) as Promise<RestartAnswer>,
    leave: (...args) => askAtOnce(false, 'leave', ...args),
    addAgent(agent: AgentOptions): AgentParticipant {
      const { sessionId, output, send, leave } = addParticipant('add-agent', agent, (notice) => {
        if (notice.type === 'audio')
          reach.guard('agent-audio', () => agent.onAudio(notice.pcm, notice.sessionId));
        else if (notice.type === 'app-message')
          reach.guard('agent-message', () => agent.onAppMessage(notice.data, notice.sessionId));
      });
      const sendAppMessage = (data: unknown, to?: string) => send('sendAppMessage', data, to);
      return { sessionId, output, sendAppMessage, leave };
    },
    addPlayer(source): PlayerParticipant {
      const { sessionId, output, send, leave } = addParticipant('add-player', source, () => {});
      return {
        ...{ sessionId, output, leave },
        sendVideoFrame: (frame, time) => send('sendVideoFrame', frame, time),
        setTracks: (tracks) => send('setTracks', tracks),
      };
    },
    members: () => askAtOnce<readonly RoomMember[]>([], 'members'),
    describeTo: (sessionId) => askAtOnce<readonly WireParticipant[]>([], 'describeTo', sessionId),
    admit: (sessionId) => askAtOnce(false, 'admit', sessionId),
    eject: (...args) => askAtOnce(false, 'eject', ...args),
    updatePermissions: (...args) => act('updatePermissions', ...args),
    switchOff: (...args) => act('switchOff', ...args),
    send: (...args) => act('send', ...args),
    observeTrack(sessionId, track, observer) {
      const place = nextPlace();
      const found = reach.askAtOnce({ type: 'observe-track', room, place, sessionId, track });
      if (found !== true) return null;
      const stop = () => {
        if (!observers.delete(place)) return;
        listen(place, null);
        reach.post({ type: 'stop-observing', place });
      };
      observers.set(place, observer);
      listen(place, (notice) => {
        if (notice.type === 'packet')
          reach.guard('observe-track', () => observer.onPacket(notice.packet));
        else if (notice.type === 'track-ended' && observers.delete(place)) {
          listen(place, null);
          reach.guard('observe-track', observer.onEnded);
        }
      });
      return stop;
    },
    close(message) {
      closing ??= shut(message);
      return closing;
    },
    fail() {
      if (failed) return;
      failed = true;
      reach.cut();
      for (const output of outputs.values()) output.stop();
      for (const observer of [...observers.values()])
        reach.guard('observe-track', observer.onEnded);
      observers.clear();
      if (closing === null) reach.guard('room-failed', () => options.onFailed?.());
    },
  };
}
