import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { RecordingFiles } from '../../platform/data-folder/recording-files.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import type { AccessLinks } from './access-link.ts';
import { readRange } from './byte-range.ts';
import type { PrepareParts } from './parts/prepare-parts.ts';
import type { RecordingStore } from './recording-store.ts';

export interface FileRoutesOptions {
  readonly store: Pick<RecordingStore, 'read'>;
  readonly files: Pick<RecordingFiles, 'folder'>;
  readonly links: AccessLinks;
  readonly parts: Pick<PrepareParts, 'prepare'>;
  readonly now: () => number;
}

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

/** What signed links lead to: whole files, or ranges of them. */
export function recordingFileRoutes(options: FileRoutesOptions): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/recordings/:id/file', (c) => serve(c, options));
}

async function serve(c: AppContext, { store, files, links, parts, now }: FileRoutesOptions) {
  const id = c.req.param('id') ?? '';
  const name = links.read(id, c.req.query(), now());
  if (name === null) {
    throw new ApiError('forbidden', 'This link is not valid, or has expired. Make a new one.');
  }
  // Links name only what a recording had; one that was deleted since has nothing any more.
  const recording = await store.read(id);
  // Parts that were linked to in advance are made on the first request.
  if (recording !== null) await parts.prepare(recording, name);
  const path = join(files.folder(id), name);
  const size = recording === null ? null : await sizeOf(path);
  if (size === null) throw new ApiError('not_found', 'This recording was deleted.');
  const headers = {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${id}-${name}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
  };
  const range = readRange(c.req.header('range'), size);
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const part = { 'Content-Range': `bytes ${start}-${end}/${size}` };
  const all = { ...headers, 'Content-Length': String(end - start + 1), ...(range && part) };
  if (c.req.method === 'HEAD' || size === 0) return c.body(null, range ? 206 : 200, all);
  const stream = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
  return c.body(stream, range ? 206 : 200, all);
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}
