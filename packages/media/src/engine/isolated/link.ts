import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { Command, Notice } from './messages.ts';
import type { PumpData, PumpEnd } from './pump.ts';
import { receiveError } from './sent-error.ts';
import { createBatchReader, encodeBatch } from './wire.ts';

/** A process that does not reply within this time counts as dead, ms: its work takes microseconds. */
const REPLY_TIMEOUT = 10_000;

/** The media process has ended, and everything in it is gone. */
export class MediaLostError extends Error {
  override readonly name = 'MediaLostError';
}

type Reply = Extract<Notice, { type: 'reply' }>;
/** A command that expects a reply, before it has a call number. */
export type Call = Command extends infer C
  ? C extends { type: string }
    ? Omit<C, 'call'>
    : never
  : never;

/** The connection to one media process. */
export interface Link {
  /** Sends a command without waiting for it; commands are executed in order. */
  post(command: Command): void;
  /** @throws a `MediaLostError` when the process is gone */
  ask(command: Call): Promise<unknown>;
  /**
   * Blocks the thread until the reply is there, which takes a fraction of a millisecond.
   *
   * @throws MediaLostError when the process is gone.
   */
  askAtOnce(command: Call): unknown;
  /** Kills the process; resolves when it has ended. */
  end(): Promise<void>;
}

export interface LinkOptions {
  /** Path of what the process runs: it calls `serveEngine`. */
  readonly program: string;
  readonly onNotice: (notice: Exclude<Notice, Reply>) => void;
  /** Called once, whatever the reason. */
  readonly onEnded: (reason: string) => void;
}

/** Starts a media process and connects to it. */
export function openLink({ program, onNotice, onEnded }: LinkOptions): Link {
  const { port, pump, signal } = startPump(program);
  const read = createBatchReader<Notice>();
  const calls = createCalls();
  const outgoing = createOutgoing(port);
  /** Notices that arrived while the thread was blocked; handled in order afterwards. */
  const arrived: Notice[] = [];
  const gone = Promise.withResolvers<void>();
  let ended: string | null = null;

  const post = (command: Command): void => {
    if (ended === null) outgoing.post(command);
  };

  const handleEnd = (reason: string): void => {
    if (ended !== null) return;
    ended = reason;
    // Closing the port makes the pump end the process, and then itself.
    port.close();
    calls.rejectAll(new MediaLostError(reason));
    gone.resolve();
    // Not synchronously: a blocked caller must not be called back in the middle of its work.
    queueMicrotask(() => onEnded(reason));
  };

  const handleArrived = (): void => {
    for (let notice = arrived.shift(); notice !== undefined; notice = arrived.shift()) {
      if (notice.type === 'reply') calls.settle(notice);
      else onNotice(notice);
    }
  };

  const take = (message: Uint8Array | PumpEnd): void => {
    if (message instanceof Uint8Array) arrived.push(...read(message));
    else handleEnd(message.ended);
  };

  port.on('message', (message: Uint8Array | PumpEnd) => {
    take(message);
    handleArrived();
  });
  pump.once('error', (error: Error) => handleEnd(error.message));
  pump.once('exit', () => handleEnd('its thread ended'));

  /** Reads what has arrived, without handling it; returns the reply to `call` when it is there. */
  const findReply = (call: number): Reply | undefined => {
    for (
      let message = receiveMessageOnPort(port);
      message !== undefined && ended === null;
      message = receiveMessageOnPort(port)
    )
      take(message.message);
    const at = arrived.findIndex((one) => one.type === 'reply' && one.call === call);
    return at === -1 ? undefined : (arrived.splice(at, 1)[0] as Reply);
  };

  const blockForReply = (call: number): Reply => {
    const deadline = performance.now() + REPLY_TIMEOUT;
    for (;;) {
      const seen = Atomics.load(signal, 0);
      const reply = findReply(call);
      if (reply !== undefined) return reply;
      const left = deadline - performance.now();
      if (ended === null && left <= 0) handleEnd('it did not answer');
      if (ended !== null) throw new MediaLostError(ended);
      Atomics.wait(signal, 0, seen, left);
    }
  };

  return {
    post,
    ask(command) {
      if (ended !== null) return Promise.reject(new MediaLostError(ended));
      const numbered = calls.number(command);
      const reply = calls.wait(numbered.call);
      post(numbered);
      return reply;
    },
    askAtOnce(command) {
      if (ended !== null) throw new MediaLostError(ended);
      const numbered = calls.number(command);
      post(numbered);
      outgoing.flush();
      const reply = blockForReply(numbered.call);
      if (arrived.length > 0) queueMicrotask(handleArrived);
      if (reply.error !== undefined) throw receiveError(reply.error);
      return reply.value;
    },
    async end() {
      if (ended === null) port.postMessage('kill');
      await gone.promise;
    },
  };
}

/** The thread that runs the process and passes bytes on, even while this thread is blocked. */
function startPump(program: string): {
  readonly port: MessagePort;
  readonly pump: Worker;
  readonly signal: Int32Array;
} {
  const { port1: port, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const pump = new Worker(new URL('./pump.ts', import.meta.url), {
    name: 'media-pump',
    execArgv: [],
    workerData: { port: port2, signal, program } satisfies PumpData,
    transferList: [port2],
  });
  return { port, pump, signal };
}

/** Sends the commands of one turn of the event loop together. */
function createOutgoing(port: MessagePort) {
  const unsent: Command[] = [];
  const flush = (): void => {
    if (unsent.length === 0) return;
    const bytes = encodeBatch(unsent.splice(0));
    port.postMessage(bytes, [bytes.buffer]);
  };
  return {
    flush,
    post(command: Command): void {
      if (unsent.length === 0) queueMicrotask(flush);
      unsent.push(command);
    },
  };
}

/** Commands that wait for a reply. */
function createCalls() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastCall = 0;
  return {
    number(command: Call): Command & { readonly call: number } {
      lastCall += 1;
      return { ...command, call: lastCall } as Command & { readonly call: number };
    },
    wait(call: number): Promise<unknown> {
      const reply = Promise.withResolvers<unknown>();
      waiting.set(call, reply);
      return reply.promise;
    },
    settle({ call, value, error }: Reply): void {
      const reply = waiting.get(call);
      waiting.delete(call);
      if (error === undefined) reply?.resolve(value);
      else reply?.reject(receiveError(error));
    },
    rejectAll(error: Error): void {
      for (const reply of waiting.values()) reply.reject(error);
      waiting.clear();
    },
  };
}
