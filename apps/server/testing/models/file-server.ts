import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves bytes by path as a public address does: with ranges, versions and lengths. */
export interface FileServer {
  readonly url: string;
  readonly files: Map<string, Buffer>;
  /** Paths that were asked for, each with its range. */
  readonly asked: string[];
  /** Answers with more bytes than that break off after so many, one number each. */
  readonly breakOffAfter: number[];
  /** Whether so many bytes of a file have arrived: an answer breaks off only then. @default they have, after 20 ms */
  hasArrived: ((bytes: number) => boolean) | null;
  /** Statuses that are answered instead of files, one each. */
  readonly refuse: number[];
  close(): Promise<void>;
}

export async function openFileServer(): Promise<FileServer> {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const breakOffAfter: number[] = [];
  const refuse: number[] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    asked.push(`${path} ${request.headers.range ?? 'whole'}`);
    const refusal = refuse.shift();
    const file = files.get(path);
    if (refusal !== undefined || file === undefined) {
      response.writeHead(refusal ?? 404).end();
      return;
    }
    const version = `"${file.length}-${file[0]}"`;
    const condition = request.headers['if-range'];
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isResumed = from > 0 && (condition === undefined || condition === version);
    if (isResumed && from >= file.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    const sent = isResumed ? file.subarray(from) : file;
    response.writeHead(isResumed ? 206 : 200, {
      ETag: version,
      'Content-Length': sent.length,
      ...(isResumed && { 'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    });
    const [most] = breakOffAfter;
    if (most === undefined || most >= sent.length) {
      response.end(sent);
      return;
    }
    breakOffAfter.shift();
    const until = (isResumed ? from : 0) + most;
    if (most === 0) response.destroy();
    else response.write(sent.subarray(0, most), () => breakOff(response, until));
  }

  function breakOff(response: ServerResponse, until: number): void {
    const look = setInterval(() => {
      if (server.hasArrived?.(until) === false) return;
      clearInterval(look);
      response.destroy();
    }, 20);
    response.once('close', () => clearInterval(look));
  }

  const listener = createServer(answer);
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const { port } = listener.address() as AddressInfo;
  const server: FileServer = {
    url: `http://127.0.0.1:${port}`,
    files,
    asked,
    breakOffAfter,
    hasArrived: null,
    refuse,
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed());
        listener.closeAllConnections();
      }),
  };
  return server;
}
