import { readFile } from 'node:fs/promises';
import { FILE_MAX_BYTES, type FileCreate } from '@kindling/protocol';
import type { DiskSpace } from '../../platform/data-folder/disk-space.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { contentOf } from '../../platform/requests/forms/uploaded-file.ts';
import type { Extractor } from './extract/extract-text.ts';
import type { FileContents } from './file-contents.ts';
import type { FileRecord, FileStore, NewFile } from './file-store.ts';
import { mediaTypeOf, readFileType, refused } from './file-type.ts';

export interface UploadOptions {
  readonly files: FileStore;
  readonly contents: FileContents;
  readonly extractor: Extractor;
  readonly disk: DiskSpace;
}

const NAME_MAX = 40;
const ORIGINAL_NAME_MAX = 255;

/** Checks a file, reads its text and keeps both. What has no text is kept too, as `failed`. */
export async function uploadFile(
  { files, contents, extractor, disk }: UploadOptions,
  orgId: string,
  { file, name, purpose, metadata }: FileCreate,
  signal: AbortSignal,
): Promise<FileRecord> {
  if (file.size === 0) throw refused('bad_request', 'is empty.');
  if (file.size > FILE_MAX_BYTES) {
    throw refused('body_too_large', `may have at most ${FILE_MAX_BYTES} bytes.`);
  }
  if (await disk.isLow()) {
    throw new ApiError(
      'quota_exceeded',
      'The disk of this server is almost full. Delete something first.',
    );
  }
  const uploaded = contentOf(file);
  if (uploaded === undefined) throw new Error('A file comes with a request.');
  const content = await readFile(uploaded.path);
  const originalName = readName(file.name);
  const type = readFileType(originalName, file.type, content);
  const extraction = await extractor.extract({ orgId, type, content, signal });
  const text = 'text' in extraction ? extraction.text : null;
  const key = await contents.add(orgId, uploaded.path, text);
  try {
    return await files.create(orgId, {
      object: 'file',
      status: text === null ? 'failed' : 'done',
      name: name ?? originalName.slice(0, NAME_MAX).toWellFormed(),
      ...(purpose === undefined ? {} : { purpose }),
      ...(metadata === undefined ? {} : { metadata }),
      originalName,
      key,
      bytes: file.size,
      mimetype: mediaTypeOf(type),
      sha256: uploaded.sha256,
      ...('text' in extraction
        ? {
            parsedTextBytes: Buffer.byteLength(extraction.text),
            ...(extraction.truncated ? { parsedTextTruncated: true } : {}),
          }
        : { failureReason: extraction.failure }),
    } satisfies NewFile);
  } catch (error) {
    await contents.remove(orgId, key).catch(() => undefined);
    throw error;
  }
}

/** The last part of a path, without what a database or a header cannot hold. */
function readName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .toWellFormed()
    // Marks that turn the direction of reading make "fdp.exe" of "exe.pdf".
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return /^\.*$/.test(name) ? 'file' : name.slice(0, ORIGINAL_NAME_MAX).toWellFormed();
}
