import { randomUUID } from 'node:crypto';
import type { WebCall } from '@kindling/protocol';
import {
  ASSISTANT_USER_NAME,
  LISTENING_MESSAGE,
  PLAYABLE_MESSAGE,
} from '@kindling/protocol/constants';
import { createSystemClock } from '../../../packages/call/src/core/clock.ts';
import { createEngine } from '../../../packages/call/src/engine/index.ts';
import type { Engine } from '../../../packages/call/src/engine/port.ts';
import { type NativeMicrophone, openMicrophone, PAYLOAD_TYPE } from './native-microphone.ts';
import {
  forgetName,
  type NativeConnection,
  namedIceServers,
  providePeerConnections,
} from './native-peer-connection.ts';
import { createVoicePackets } from './voice-packets.ts';

/** What came to a caller, and when, by `performance.now()`. */
export interface Heard<T> {
  readonly at: number;
  readonly what: T;
}

/** A page without a browser: the call library's own engine, which brings its connection back by itself. */
export interface PageCaller {
  /** JSON messages of the assistant. */
  readonly messages: readonly Heard<Record<string, unknown>>[];
  /** Packets of the agent's voice, by the number of the connection on which each came. */
  readonly packets: readonly Heard<number>[];
  /** When the connection was back after an interruption. */
  readonly restored: readonly number[];
  /** How many connections were opened so far. */
  readonly connections: number;
  /** Why the call was lost, or was ended by the room; null: it was not. */
  readonly lost: Heard<string> | null;
  /** Talks in real time; resolves with the time of the last packet of speech. */
  readonly talk: NativeMicrophone['talk'];
  /** What a person types. */
  type(text: string): void;
  hangUp(): void;
}

/**
 * Joins the room of a call as the assistant client does; resolves when the call is listened to.
 *
 * @throws as the page would see it
 */
export async function joinAsPage({ webCallUrl }: Pick<WebCall, 'webCallUrl'>): Promise<PageCaller> {
  providePeerConnections();
  const name = randomUUID();
  const messages: Heard<Record<string, unknown>>[] = [];
  const packets: Heard<number>[] = [];
  const restored: number[] = [];
  let connections = 0;
  let current: NativeConnection | null = null;
  let lost: Heard<string> | null = null;
  const listening = Promise.withResolvers<void>();
  const heard = <T>(what: T): Heard<T> => ({ at: performance.now(), what });

  const iceServers = namedIceServers(name, (connection) => {
    connections += 1;
    const number = connections;
    current = connection;
    const ofVoice = createVoicePackets();
    connection.track.onMessage((packet) => {
      if (((packet[1] ?? 0) & 0x7f) !== PAYLOAD_TYPE) return;
      packets.push(...ofVoice(performance.now()).map((at) => ({ at, what: number })));
    });
  });
  const microphone = openMicrophone(
    () => current?.track ?? null,
    () => current?.ssrc ?? 0,
  );
  const end = (why: string) => {
    lost ??= heard(why);
    listening.reject(new Error(why));
    microphone.close();
    engine.leave();
    forgetName(name);
  };
  const send = (data: unknown) => engine.send({ type: 'app-message', to: '*', data });
  const handleAppMessage = (data: unknown) => {
    if (data === LISTENING_MESSAGE) listening.resolve();
    else if (typeof data === 'string') messages.push(heard(JSON.parse(data)));
  };
  const engine: Engine = createEngine({
    url: webCallUrl ?? '',
    clock: createSystemClock(),
    iceConfig: { iceServers, placement: 'replace' },
    callbacks: {
      onEvent(event) {
        if (event.type === 'app-message') handleAppMessage(event.data);
        if (event.type === 'room-left') end(`room-left: ${event.message}`);
      },
      // The agent's track is another object then: the client says so again.
      onTracksChanged: () => send(PLAYABLE_MESSAGE),
      onInterrupted: () => {},
      onRestored: () => restored.push(performance.now()),
      onNetworkQuality: () => {},
      onCpuLoad: () => {},
      onLost: (error) => end(`lost: ${error.message}`),
    },
  });
  listening.promise.catch(() => {});
  try {
    const audio = { name: 'audio', media: 'audio', track: null, on: true } as const;
    const room = await engine.join({ userName: 'caller' }, [audio]);
    engine.startEvents();
    const agent = room.participants.find(({ userName }) => userName === ASSISTANT_USER_NAME);
    const sessionId = agent?.sessionId ?? '';
    engine.send({ type: 'subscribe', sessionId, tracks: { audio: true } });
    send(PLAYABLE_MESSAGE);
    await listening.promise;
  } catch (error) {
    end(String(error));
    throw error;
  }
  return {
    messages,
    packets,
    restored,
    get connections() {
      return connections;
    },
    get lost() {
      return lost;
    },
    talk: microphone.talk,
    type: (content) =>
      send(JSON.stringify({ type: 'add-message', message: { role: 'user', content } })),
    hangUp: () => end('hung up'),
  };
}
