import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../errors/api-error.ts';
import type { UploadedContent } from './uploaded-file.ts';

const FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Writes what arrives below `folder` as it arrives. Removes what it wrote when it fails. */
export async function writeUpload(stream: Readable, folder: string): Promise<UploadedContent> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Open before anything can fail: a file that is opened after its removal would remain.
    const file = await open(path, 'wx', 0o600);
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream({ flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw toUploadError(error);
  }
  return { path, sha256: hash.digest('hex') };
}

function toUploadError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!FULL_DISK.has(code)) return error;
  return new ApiError(
    'quota_exceeded',
    'The disk of this server is full. Delete something first.',
    {
      cause: error,
    },
  );
}
