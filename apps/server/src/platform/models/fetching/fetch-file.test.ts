import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileServer, openFileServer } from '../../../../testing/models/file-server.ts';
import type { ModelFile } from '../catalogue/entry.ts';
import { fetchFile } from './fetch-file.ts';
import { createModelSource } from './model-source.ts';

const CONTENT = Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 251));

let server: FileServer;
let folder: string;
beforeEach(async () => {
  server = await openFileServer();
  server.files.set('/model.bin', CONTENT);
  folder = mkdtempSync(join(tmpdir(), 'kindling-fetch-'));
  // A connection that breaks takes with it what was not read yet.
  server.hasArrived = (bytes) => existsSync(path()) && statSync(path()).size >= bytes;
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const fileOf = (change: Partial<ModelFile> = {}): ModelFile => ({
  path: 'model.bin',
  address: `${server.url}/model.bin`,
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  ...change,
});

/** Pauses take no time, and nothing is taken for silence. */
const clock = {
  schedule(delay: number, callback: () => void) {
    if (delay < 30_000) setImmediate(callback);
    return () => {};
  },
};

const path = () => join(folder, 'model.bin');
const fetchIt = (change: Partial<Parameters<typeof fetchFile>[0]> = {}) =>
  fetchFile({
    source: createModelSource(null),
    model: 'made-up',
    file: fileOf(),
    path: path(),
    signal: new AbortController().signal,
    clock,
    ...change,
  });

it('fetches a file and says how far it is', async () => {
  const reported: (readonly [number, number | null])[] = [];
  await fetchIt({ onProgress: (...progress) => reported.push(progress) });
  expect(readFileSync(path())).toEqual(CONTENT);
  expect(reported.at(-1)).toEqual([CONTENT.length, CONTENT.length]);
});

it('goes on where a connection broke off', async () => {
  server.breakOffAfter.push(20_000, 10_000);
  await fetchIt();
  expect(readFileSync(path())).toEqual(CONTENT);
  expect(server.asked).toEqual([
    '/model.bin whole',
    '/model.bin bytes=20000-',
    '/model.bin bytes=30000-',
  ]);
});

it('goes on where an earlier run stopped, and fetches nothing twice', async () => {
  const stop = new AbortController();
  server.breakOffAfter.push(20_000);
  const stopped = fetchIt({ signal: stop.signal, onProgress: () => stop.abort(new Error('stop')) });
  await expect(stopped).rejects.toThrow('stop');
  const had = readFileSync(path()).length;
  expect(had).toBeGreaterThan(0);
  await fetchIt();
  await fetchIt();
  expect(readFileSync(path())).toEqual(CONTENT);
  expect(server.asked).toEqual(['/model.bin whole', `/model.bin bytes=${had}-`]);
});

it('joins no halves of two files', async () => {
  const other = Buffer.from(CONTENT).fill(7, 0, 10);
  server.breakOffAfter.push(20_000);
  const stop = new AbortController();
  const file = fileOf({ bytes: null, sha256: null });
  await expect(
    fetchIt({ file, signal: stop.signal, onProgress: () => stop.abort(new Error('stop')) }),
  ).rejects.toThrow('stop');
  server.files.set('/model.bin', other);
  await fetchIt({ file });
  expect(readFileSync(path())).toEqual(other);
});

it('takes a part that is whole for whole, where no length was known', async () => {
  const file = fileOf({ bytes: null });
  await fetchIt({ file });
  await fetchIt({ file });
  expect(readFileSync(path())).toEqual(CONTENT);
  expect(server.asked).toEqual(['/model.bin whole', '/model.bin bytes=50000-']);
});

it('throws away what is longer than the file', async () => {
  writeFileSync(path(), Buffer.alloc(60_000));
  await fetchIt();
  expect(readFileSync(path())).toEqual(CONTENT);
});

it('asks a server again that is busy, and not one that has no such file', async () => {
  server.refuse.push(503, 429);
  await fetchIt();
  expect(server.asked).toHaveLength(3);
  const gone = fetchIt({
    path: `${path()}.other`,
    file: fileOf({ address: `${server.url}/gone` }),
  });
  await expect(gone).rejects.toMatchObject({
    code: 'model_unreachable',
    message: expect.stringMatching(/\/gone cannot be read: it answered 404\..*MODELS_MIRROR/),
  });
  expect(server.asked).toHaveLength(4);
});

it('gives up when a server does nothing but break off, and keeps what came', async () => {
  server.breakOffAfter.push(10_000, 0, 0, 0, 0, 0, 0);
  await expect(fetchIt()).rejects.toMatchObject({ code: 'model_unreachable' });
  expect(server.asked.length).toBeLessThan(8);
  expect(readFileSync(path())).toHaveLength(10_000);
});

it('refuses a file of another length at once', async () => {
  await expect(fetchIt({ file: fileOf({ bytes: 40_000 }) })).rejects.toMatchObject({
    code: 'model_damaged',
  });
  expect(server.asked).toHaveLength(1);
});

it('takes a server that falls silent for dead', async () => {
  const silent = {
    schedule(_: number, callback: () => void) {
      const timer = setTimeout(callback, 50);
      return () => clearTimeout(timer);
    },
  };
  const never = {
    addressOf: () => 'a server that says nothing',
    open: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  await expect(fetchIt({ source: never, clock: silent })).rejects.toThrow('it fell silent');
});
