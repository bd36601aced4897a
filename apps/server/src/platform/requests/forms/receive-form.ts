import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import { ApiError } from '../../errors/api-error.ts';
import type { AppContext } from '../app-env.ts';
import { tooLarge } from '../bodies/limit-bodies.ts';
import { createUploadedFile } from './uploaded-file.ts';
import { writeUpload } from './write-upload.ts';

export interface FormOptions {
  /** Where files lie until the request is over. */
  readonly folder: string;
  /** Of the whole body. */
  readonly mostBytes: number;
}

/** A received form. Disposing of it removes its files, except those that were moved elsewhere. */
export interface ReceivedForm extends AsyncDisposable {
  /** Fields that came more than once are lists, and those whose names end in `[]`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const MAX_PARTS = 100;
/** Of one field that is no file. */
const MAX_FIELD_BYTES = 64 * 1_024;
const NAME_MAX = 200;

/** Reads a form while it arrives: files go to the disk, and only fields are kept in memory. */
export async function receiveForm(c: AppContext, options: FormOptions): Promise<ReceivedForm> {
  await using written = new AsyncDisposableStack();
  const entries: Promise<readonly [string, unknown]>[] = [];
  const parser = openParser(c);
  const refuse = (message: string) => void parser.destroy(new ApiError('bad_request', message));
  // What it says beside the pipeline, which tells of the first error, must not end the process.
  parser.on('error', () => undefined);

  const receiveFile = async (name: string, stream: Readable, file: FileHead) => {
    const content = await writeUpload(stream, options.folder);
    written.defer(() => rm(content.path, { force: true }));
    return [name, await createUploadedFile(file, content)] as const;
  };
  parser.on('file', (field, stream, { filename, mimeType }) => {
    // It may end before it is written, with the form; who writes it hears of that.
    stream.on('error', () => undefined);
    const receiving = receiveFile(field, stream, {
      name: unescapeName(filename ?? ''),
      type: mimeType,
    });
    entries.push(receiving);
    // Whatever it is, the whole form ends with it.
    receiving.catch((error: Error) => parser.destroy(error));
    checkName(field);
  });
  parser.on('field', (field, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated)
      refuse(`${field.slice(0, NAME_MAX)}: is too long for a form.`);
    entries.push(Promise.resolve([field, value]));
    checkName(field);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => refuse(`The form has more than ${MAX_PARTS} parts.`));

  function checkName(field: string | undefined): void {
    if (field === undefined || field.length > NAME_MAX)
      refuse('A part of the form has no name, or one that is too long.');
  }

  try {
    await pipeline(readBody(c), countBytes(options.mostBytes), parser);
  } catch (error) {
    // Each removes what it wrote; then nothing of the form is left.
    await Promise.allSettled(entries);
    throw toFormError(error);
  }
  const fields = joinFields(await Promise.all(entries));
  const kept = written.move();
  return { fields, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

interface FileHead {
  readonly name: string;
  readonly type: string;
}

function openParser(c: AppContext): Busboy {
  try {
    return busboy({
      headers: { 'content-type': c.req.header('content-type') ?? '' },
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: NAME_MAX },
    });
  } catch (cause) {
    throw new ApiError('bad_request', 'The Content-Type of the form names no boundary.', { cause });
  }
}

function readBody(c: AppContext): Readable {
  const { body } = c.req.raw;
  return body === null ? Readable.from([]) : Readable.fromWeb(body as never);
}

/** Without a Content-Length only the body itself tells how long it is. */
function countBytes(most: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let count = 0;
    for await (const chunk of chunks) {
      count += chunk.length;
      if (count > most) throw tooLarge(most);
      yield chunk;
    }
  };
}

function toFormError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('E')) {
    // The system's own errors: what failed is this server, unless the sender went away.
    if (!/^E(?:CONNRESET|PIPE|RR_)/.test(String(error.code))) return error;
  }
  return new ApiError('bad_request', 'The form ended before it was complete.', { cause: error });
}

/** Browsers write quotes and line breaks in names so. */
function unescapeName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, (mark) => decodeURIComponent(mark));
}

function joinFields(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of entries) fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries(
    [...fields].map(([name, values]) => [
      name,
      values.length > 1 || name.endsWith('[]') ? values : values[0],
    ]),
  );
}
