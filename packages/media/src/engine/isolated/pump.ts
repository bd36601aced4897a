import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type MessagePort, workerData } from 'node:worker_threads';

/** What the pump is given. */
export interface PumpData {
  readonly port: MessagePort;
  /** Counts what was handed over, so that the server's thread can wait for the next. */
  readonly signal: Int32Array;
  readonly program: string;
}

/** What it says beside bytes: the process is gone. */
export interface PumpEnd {
  readonly ended: string;
}

/** Neither keys nor passwords: nothing of the server's settings is its business. */
const KEPT_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'NODE_EXTRA_CA_CERTS'];

const { port, signal, program } = workerData as PumpData;

// In a thread, so that the server's own can stand still and wait for an answer of the process.
const child = spawn(process.execPath, [program], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  env: Object.fromEntries(
    KEPT_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});
const socket = child.stdio[3] as Socket;

function handOver(message: Uint8Array<ArrayBuffer> | PumpEnd): void {
  if (message instanceof Uint8Array) port.postMessage(message, [message.buffer]);
  else port.postMessage(message);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

let ended = false;
function end(reason: string): void {
  if (ended) return;
  ended = true;
  handOver({ ended: reason });
}

// A copy of its own memory: that of the socket is used again.
socket.on('data', (bytes) => handOver(new Uint8Array(bytes)));
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
