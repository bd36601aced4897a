import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Recording } from '@kindling/protocol';
import { Hono } from 'hono';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { AccessLinks } from './access-link.ts';
import { readRange } from './byte-range.ts';
import type { PrepareParts } from './parts/prepare-parts.ts';
import type { RecordingStore } from './recording-store.ts';

export interface FileRoutesOptions {
  readonly store: Pick<RecordingStore, 'read'>;
  readonly files: Pick<RecordingFiles, 'head' | 'get' | 'unmoved'>;
  readonly links: AccessLinks;
  readonly parts: Pick<PrepareParts, 'prepare'>;
  readonly now: () => number;
}

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
};

/** How long a recording that is done may take to be stored, ms. */
const MOVED_WITHIN = 3_600_000;

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
  if (recording === null) throw gone();
  const found = await files.head(id, name);
  if (found === null) throw isMoving(recording, files, now()) ? notStored() : gone();
  const { size } = found;
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
  const blob = await files.get(id, name, { start, end });
  if (blob === null) throw gone();
  const stream = Readable.toWeb(blob.content) as ReadableStream;
  return c.body(stream, range ? 206 : 200, all);
}

/** Another server may have written it, and be about to store it. */
function isMoving(
  { updatedAt }: Recording,
  { unmoved }: Pick<RecordingFiles, 'unmoved'>,
  now: number,
): boolean {
  return unmoved !== null && now - Date.parse(updatedAt) < MOVED_WITHIN;
}

function notStored(): ApiError {
  return new ApiError('not_ready', 'The recording is still being stored: ask again in a moment.', {
    headers: { 'Retry-After': '5' },
  });
}

function gone(): ApiError {
  return new ApiError('not_found', 'This recording was deleted.');
}
