import type { Clock } from '@kindling/protocol/clock';
import type { TranscriberStream, TranscriberStreamOptions } from '../../recognition/transcriber.ts';
import type { OpenSocket, Socket } from '../open-socket.ts';
import {
  type AskedTranscriber,
  endedWith,
  failed,
  TranscriberError,
} from '../transcriber-error.ts';
import { createSoundChunks, encode } from './sound-chunks.ts';
import type { StreamEvent, StreamProtocol } from './stream-protocol.ts';
import { createStreamWords } from './stream-words.ts';

export interface StreamParts extends AskedTranscriber {
  readonly protocol: StreamProtocol;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** So much is paid for, beside what was reported before. */
  readonly onUse?: (seconds: number) => void;
}

/** So much sound may wait for a connection; who is not there by then never will be, bytes: 30 s. */
const WAITING_MAX = 960_000;
/** Of a second. */
const MESSAGES_MAX = 200;
/** From the last message until the words are taken to be all, ms. */
const QUIET = 300;
const SAMPLES_PER_MS = 16;
const SAMPLES_PER_SECOND = 16_000;

const CLOSED = () =>
  new TranscriberError('transcriber_unavailable', 'The stream was closed with its call.');

/** Holds what is to be sent until the connection is there, and sends it from then on. */
function createOutbox(
  { protocol, clock }: Pick<StreamParts, 'protocol' | 'clock'>,
  {
    onSound,
    onFlood,
  }: { readonly onSound: (seconds: number) => void; readonly onFlood: () => void },
) {
  let socket: Socket | null = null;
  let waiting: { readonly data: string | Uint8Array; readonly seconds: number }[] = [];
  let waitingBytes = 0;
  let lastSentAt = 0;
  let cancel = () => {};

  function sendNow(to: Socket, data: string | Uint8Array, seconds = 0) {
    lastSentAt = clock.now();
    // Before it may be found to be gone: what is sent is paid for.
    if (seconds > 0) onSound(seconds);
    to.send(data);
  }

  function keepAlive() {
    const { keepAlive: plan } = protocol;
    if (plan === undefined || socket === null) return;
    const { every, message } = plan;
    if (clock.now() - lastSentAt >= every) sendNow(socket, messageOf(message, protocol.channels));
    cancel = clock.schedule(Math.max(1, lastSentAt + every - clock.now()), keepAlive);
  }

  return {
    open(to: Socket) {
      socket = to;
      lastSentAt = clock.now();
      for (const { data, seconds } of waiting) sendNow(to, data, seconds);
      waiting = [];
      keepAlive();
    },
    /** `seconds` of sound are in it. */
    send(data: string | Uint8Array, seconds = 0) {
      if (socket !== null) return sendNow(socket, data, seconds);
      waiting.push({ data, seconds });
      waitingBytes += data.length;
      if (waitingBytes > WAITING_MAX) onFlood();
    },
    close() {
      cancel();
      if (socket !== null && protocol.closing !== undefined) socket.send(protocol.closing);
      socket = null;
      waiting = [];
    },
  };
}

function messageOf(message: string | number, channels: 1 | 2): string | Uint8Array {
  if (typeof message === 'string') return message;
  return encode(new Array<number>(message * SAMPLES_PER_MS).fill(0), channels);
}

/** Hears over a websocket. It is closed on every path, by who opened it or by what goes wrong, and never opened twice. */
export function openStream(
  parts: StreamParts,
  { onInterim, onBroken }: TranscriberStreamOptions,
): TranscriberStream {
  const { protocol, clock, onUse = () => {} } = parts;
  const read = protocol.createReader();
  const now = () => clock.now();
  const flood = (what: string) => breakOff(failed(parts, 'transcriber_bad_answer', what));
  const words = createStreamWords({ now, onInterim, onFlood: () => flood('too many words') });
  const outbox = createOutbox(parts, {
    onSound: (seconds) => protocol.billed === 'sound' && onUse(seconds),
    onFlood: () => breakOff(endedWith(parts, { status: null, code: null, reason: '' })),
  });
  const isFlood = createFloodGate(now);
  let socket: Socket | null = null;
  let broken: unknown = null;
  let sent = 0;
  let connectedAt: number | null = null;
  let cancelQuiet = () => {};
  const chunks = createSoundChunks(protocol.channels, (bytes, samples) => {
    const seconds = samples / SAMPLES_PER_SECOND;
    sent += seconds;
    outbox.send(bytes, seconds);
  });

  function end(error: unknown) {
    broken = error;
    cancelQuiet();
    outbox.close();
    socket?.close();
    socket = null;
    words.fail(error);
    if (protocol.billed === 'connection' && connectedAt !== null)
      onUse((now() - connectedAt) / 1_000);
  }

  function breakOff(error: unknown) {
    if (broken !== null) return;
    end(error);
    onBroken(error);
  }

  function startSending() {
    if (socket !== null) outbox.open(socket);
  }

  function handleEvent(event: StreamEvent | null) {
    if (event === null) return;
    if (event.type === 'failed') return breakOff(failed(parts, event.code, event.detail));
    if (event.type === 'ready') return protocol.waitsForReady && startSending();
    words.take(event);
    awaitQuiet();
  }

  function awaitQuiet() {
    cancelQuiet();
    if (protocol.mayStayQuiet) cancelQuiet = clock.schedule(QUIET, words.handleQuiet);
  }

  async function connect() {
    const address = await protocol.connect();
    if (broken !== null) return;
    socket = parts.openSocket({
      ...address,
      onOpen() {
        connectedAt = now();
        if (protocol.opening !== undefined) socket?.send(protocol.opening);
        if (!protocol.waitsForReady) startSending();
      },
      onText(text) {
        if (broken !== null) return;
        if (isFlood()) flood('too many messages');
        else handleEvent(read(readJson(text)));
      },
      onEnd: (how) => breakOff(endedWith(parts, how)),
    });
  }

  connect().catch(breakOff);

  return {
    push(samples) {
      if (broken === null) chunks.push(samples);
    },
    finish() {
      if (broken !== null) return Promise.reject(broken);
      chunks.flush();
      if (protocol.finishing !== undefined) outbox.send(protocol.finishing);
      const asked = words.finish(sent);
      awaitQuiet();
      return asked;
    },
    next: words.next,
    close() {
      if (broken === null) end(CLOSED());
    },
  };
}

/** Whether there are more messages in a second than anybody speaks words. */
function createFloodGate(now: () => number): () => boolean {
  let since = now();
  let count = 0;
  return () => {
    if (now() - since >= 1_000) {
      since = now();
      count = 0;
    }
    count += 1;
    return count > MESSAGES_MAX;
  };
}

/** What is no JSON is nothing. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
