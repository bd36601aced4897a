import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedForSpeech {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the client has gone. */
  readonly left: Promise<void>;
}

type Answer = (response: ServerResponse, asked: AskedForSpeech) => void | Promise<void>;

/** A server of voices: each request is answered by the next of `answers`, the last of them again and again. */
export interface SpeechServer {
  readonly url: string;
  readonly asked: AskedForSpeech[];
  answers: Answer[];
  close(): Promise<void>;
}

export async function openSpeechServer(...answers: Answer[]): Promise<SpeechServer> {
  const asked: AskedForSpeech[] = [];
  const listener = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one: AskedForSpeech = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      left: new Promise((resolve) => response.once('close', () => resolve())),
    };
    asked.push(one);
    const answer = server.answers.length > 1 ? server.answers.shift() : server.answers[0];
    await answer?.(response, one);
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const { port } = listener.address() as AddressInfo;
  const server: SpeechServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers,
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed());
        listener.closeAllConnections();
      }),
  };
  return server;
}

/** Raw sound of these samples, in pieces of these lengths in bytes, the rest in one. */
export const sound =
  (samples: readonly number[], ...lengths: readonly number[]): Answer =>
  async (response) => {
    const bytes = pcmBytes(samples);
    response.writeHead(200, { 'content-type': 'audio/pcm' });
    let at = 0;
    for (const length of lengths) {
      await written(response, bytes.subarray(at, at + length));
      at += length;
    }
    response.end(bytes.subarray(at));
  };

export const refusal =
  (status: number, body: unknown = '', headers: Record<string, string> = {}): Answer =>
  (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };

export function pcmBytes(samples: readonly number[]): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, index * 2);
  return bytes;
}

/** A piece goes out by itself: the next one is a chunk of its own. */
export async function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((done) => response.write(bytes, () => done()));
  await new Promise<void>((done) => setImmediate(done));
}
