import type { Clock } from '@kindling/protocol/clock';
import type { OpenSocket, SocketEnd, SocketRequest } from '../transcribers/open-socket.ts';
import { type Lexicon, wordsIn } from './sound.ts';

/** How the service behaves; may be changed while it is connected. */
export interface DeepgramScript {
  /** From a message to its answer, ms. */
  latency: number;
  /** Connections stay half open. */
  isDeaf: boolean;
  /** Pauses are left without an answer. */
  isSilent: boolean;
  /** With which connections are refused. */
  status: number | null;
}

export interface FakeDeepgram {
  readonly script: DeepgramScript;
  readonly openSocket: OpenSocket;
  /** Of the newest connection, in order: what is no sound. */
  readonly texts: readonly string[];
  readonly connections: number;
  readonly live: number;
  /** Samples of all connections. */
  readonly heard: number;
  /** Sends a message by the newest connection. */
  tell(message: object): void;
  /** Ends the newest connection. */
  end(how: Partial<SocketEnd>): void;
}

const RATE = 16_000;
const NOT_OPEN: SocketEnd = { status: null, code: null, reason: '' };

/** Deepgram's `v1/listen`, as documented, on a clock of its own: it hears every word, and gives it in capitals. */
export function createFakeDeepgram(clock: Clock, lexicon: Lexicon): FakeDeepgram {
  const script: DeepgramScript = { latency: 100, isDeaf: false, isSilent: false, status: null };
  let texts: string[] = [];
  let connections = 0;
  let live = 0;
  let heard = 0;
  let endNewest = (_how: SocketEnd) => {};
  let tellNewest = (_text: string) => {};

  function connect({ onOpen, onText, onEnd }: SocketRequest) {
    let isOpen = true;
    let pcm: number[] = [];
    let finished = 0;
    texts = [];
    connections += 1;
    live += 1;
    const leave = () => {
      if (isOpen) live -= 1;
      isOpen = false;
    };
    const end = (how: SocketEnd) => {
      if (!isOpen) return;
      leave();
      onEnd(how);
    };
    endNewest = end;
    tellNewest = (text) => isOpen && onText(text);
    const later = (act: () => void) => clock.schedule(script.latency, () => isOpen && act());
    const say = (message: object) => later(() => onText(JSON.stringify(message)));
    const words = () => wordsIn(pcm.slice(finished), lexicon, 960).join(' ').toUpperCase();
    const results = (isFinal: boolean) => ({
      type: 'Results',
      start: finished / RATE,
      duration: (pcm.length - finished) / RATE,
      is_final: isFinal,
      ...(isFinal && { from_finalize: true }),
      channel: { alternatives: [{ transcript: words() }] },
    });
    later(() => {
      if (script.status !== null) end({ ...NOT_OPEN, status: script.status });
      else if (!script.isDeaf) onOpen();
    });
    return {
      send(data: string | Uint8Array) {
        if (typeof data === 'string') {
          texts.push(data);
          if (data !== '{"type":"Finalize"}' || script.isSilent) return;
          say(results(true));
          finished = pcm.length;
          return;
        }
        const samples = new Int16Array(data.slice().buffer);
        heard += samples.length;
        pcm = pcm.concat(Array.from(samples));
        say(results(false));
      },
      close: leave,
    };
  }

  return {
    script,
    openSocket: connect,
    get texts() {
      return texts;
    },
    get connections() {
      return connections;
    },
    get live() {
      return live;
    },
    get heard() {
      return heard;
    },
    tell: (message) => tellNewest(JSON.stringify(message)),
    end: (how) => endNewest({ ...NOT_OPEN, ...how }),
  };
}
