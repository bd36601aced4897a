import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type MessagePort, workerData } from 'node:worker_threads';

/** `workerData` of the pump. */
export interface PumpData {
  readonly port: MessagePort;
  /** Counts the messages passed on, so that a blocked server thread can wait for the next one. */
  readonly signal: Int32Array;
  readonly program: string;
}

/** The message that the process has ended; every other message is bytes. */
export interface PumpEnd {
  readonly ended: string;
}

/** Environment variables the process gets: none with keys or passwords. */
const PASSED_VARIABLES = [
  ...['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'],
  ...['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'],
];

const { port, signal, program } = workerData as PumpData;

// This runs in a thread of its own, so that the server's thread can block and wait for a reply.
const child = spawn(process.execPath, [program], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  env: Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});
const socket = child.stdio[3] as Socket;

function passOn(message: Uint8Array<ArrayBuffer> | PumpEnd): void {
  if (message instanceof Uint8Array) port.postMessage(message, [message.buffer]);
  else port.postMessage(message);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

let ended = false;
function end(reason: string): void {
  if (ended) return;
  ended = true;
  passOn({ ended: reason });
}

// A copy: the socket reuses its buffer.
socket.on('data', (bytes) => passOn(new Uint8Array(bytes)));
socket.on('error', () => child.kill('SIGKILL'));
child.on('error', (error) => end(error.message));
child.on('exit', (code, by) =>
  end(by === null ? `it ended with ${code}` : `it was ended by ${by}`),
);
port.on('close', () => child.kill('SIGKILL'));
port.on('message', (message: Uint8Array | 'kill') => {
  if (message === 'kill') child.kill('SIGKILL');
  else if (!socket.destroyed) socket.write(message);
});
