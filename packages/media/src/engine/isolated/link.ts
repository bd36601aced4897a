import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Command, Notice } from './messages.ts';
import type { PumpData, PumpEnd } from './pump.ts';
import { receiveError } from './sent-error.ts';
import { createBatchReader, encodeBatch } from './wire.ts';

/** A process that does not answer within this is taken for dead, ms: its work takes microseconds. */
const PATIENCE = 10_000;

/** The media process is gone, and whatever was in it. */
export class MediaLostError extends Error {
  override readonly name = 'MediaLostError';
}

type Reply = Extract<Notice, { type: 'reply' }>;
type Asking = Command extends infer C
  ? C extends { type: string }
    ? Omit<C, 'call'>
    : never
  : never;

/** The way to one media process. */
export interface Link {
  /** In order; nobody waits for it. */
  post(command: Command): void;
  ask(command: Asking): Promise<unknown>;
  /** Stands still until the answer is there, which is a fraction of a millisecond. Throws a `MediaLostError`. */
  askAtOnce(command: Asking): unknown;
  /** Ends the process; resolves when it has. */
  end(): Promise<void>;
}

export interface LinkOptions {
  readonly onNotice: (notice: Exclude<Notice, Reply>) => void;
  /** Once, whatever its reason. */
  readonly onEnded: (reason: string) => void;
}

export function openLink({ onNotice, onEnded }: LinkOptions): Link {
  const { port1: port, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const program = fileURLToPath(new URL('./media-process.ts', import.meta.url));
  const pump = new Worker(new URL('./pump.ts', import.meta.url), {
    name: 'media-pump',
    execArgv: [],
    workerData: { port: port2, signal, program } satisfies PumpData,
    transferList: [port2],
  });
  const read = createBatchReader<Notice>();
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  const unsent: Command[] = [];
  /** Arrived while somebody stood still; it is told in its order afterwards. */
  const arrived: Notice[] = [];
  const gone = Promise.withResolvers<void>();
  let lastCall = 0;
  let ended: string | null = null;

  const flush = (): void => {
    if (unsent.length === 0) return;
    const bytes = encodeBatch(unsent.splice(0));
    port.postMessage(bytes, [bytes.buffer]);
  };

  const post = (command: Command): void => {
    if (ended !== null) return;
    if (unsent.length === 0) queueMicrotask(flush);
    unsent.push(command);
  };

  const handleEnd = (reason: string): void => {
    if (ended !== null) return;
    ended = reason;
    // The pump ends the process with it, and then itself.
    port.close();
    for (const call of calls.values()) call.reject(new MediaLostError(reason));
    calls.clear();
    gone.resolve();
    // Whoever stood still must not be told of it in the middle of what they do.
    queueMicrotask(() => onEnded(reason));
  };

  const settle = ({ call, value, error }: Reply): void => {
    const waiting = calls.get(call);
    calls.delete(call);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(receiveError(error));
  };

  const tell = (): void => {
    for (let notice = arrived.shift(); notice !== undefined; notice = arrived.shift()) {
      if (notice.type === 'reply') settle(notice);
      else onNotice(notice);
    }
  };

  const take = (message: Uint8Array | PumpEnd): void => {
    if (message instanceof Uint8Array) arrived.push(...read(message));
    else handleEnd(message.ended);
  };

  port.on('message', (message: Uint8Array | PumpEnd) => {
    take(message);
    tell();
  });
  pump.once('error', (error: Error) => handleEnd(error.message));
  pump.once('exit', () => handleEnd('its thread ended'));

  /** Takes what has arrived, without telling anybody; the reply to `call` when it is there. */
  const look = (call: number): Reply | undefined => {
    for (
      let message = receiveMessageOnPort(port);
      message !== undefined && ended === null;
      message = receiveMessageOnPort(port)
    )
      take(message.message);
    const at = arrived.findIndex((one) => one.type === 'reply' && one.call === call);
    return at === -1 ? undefined : (arrived.splice(at, 1)[0] as Reply);
  };

  const standStill = (call: number): Reply => {
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      const seen = Atomics.load(signal, 0);
      const reply = look(call);
      if (reply !== undefined) return reply;
      const left = deadline - performance.now();
      if (ended === null && left <= 0) {
        handleEnd('it did not answer');
      }
      if (ended !== null) throw new MediaLostError(ended);
      Atomics.wait(signal, 0, seen, left);
    }
  };

  const numbered = (command: Asking): Command & { readonly call: number } => {
    lastCall += 1;
    return { ...command, call: lastCall } as Command & { readonly call: number };
  };

  return {
    post,
    ask(command) {
      if (ended !== null) return Promise.reject(new MediaLostError(ended));
      const asked = numbered(command);
      const waiting = Promise.withResolvers<unknown>();
      calls.set(asked.call, waiting);
      post(asked);
      return waiting.promise;
    },
    askAtOnce(command) {
      if (ended !== null) throw new MediaLostError(ended);
      const asked = numbered(command);
      post(asked);
      flush();
      const reply = standStill(asked.call);
      if (arrived.length > 0) queueMicrotask(tell);
      if (reply.error !== undefined) throw receiveError(reply.error);
      return reply.value;
    },
    async end() {
      if (ended === null) port.postMessage('kill');
      await gone.promise;
    },
  };
}
