import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { isAbsent } from '../../data-folder/if-there.ts';
import type { ModelFile } from '../catalogue/entry.ts';
import { ModelInstallError } from '../model-error.ts';

/** A file that is being read. */
export interface OpenFile {
  /** Where the bytes begin: what was asked for, or 0 where the source begins anew. */
  readonly offset: number;
  /** Of the whole file, bytes; null: the source does not say. */
  readonly total: number | null;
  /** Changes with the file; null: the source does not say. */
  readonly version: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface OpenRequest {
  readonly file: ModelFile;
  /** The model's name: its folder on a mirror. */
  readonly model: string;
  /** How much is here already, bytes, and of which version. */
  readonly have: { readonly bytes: number; readonly version: string | null };
  readonly signal: AbortSignal;
}

/** Where files of models come from. */
export interface ModelSource {
  /** As it is named in messages. */
  addressOf(model: string, file: ModelFile): string;
  /**
   * Null: what is here cannot be gone on with.
   *
   * @throws a `ModelInstallError` (`model_unreachable`)
   */
  open(request: OpenRequest): Promise<OpenFile | null>;
}

/** The public addresses; or a mirror: a base address, or a folder, with a folder for each model. */
export function createModelSource(mirror: string | null): ModelSource {
  if (mirror === null) return webSource((_, file) => file.address);
  if (/^https?:\/\//.test(mirror)) {
    const base = mirror.replace(/\/+$/, '');
    return webSource((model, file) => `${base}/${model}/${file.path}`);
  }
  return folderSource(resolve(mirror));
}

function webSource(addressOf: ModelSource['addressOf']): ModelSource {
  return {
    addressOf,
    async open({ file, model, have, signal }) {
      const address = addressOf(model, file);
      const answer = await fetch(address, { headers: headersOf(have), signal }).catch(
        (cause: unknown) => {
          throw unreachable(address, describe(cause), { cause, retryable: true });
        },
      );
      const body = answer.body as ReadableStream<Uint8Array> | null;
      if ((answer.status !== 200 && answer.status !== 206) || body === null) {
        await answer.body?.cancel();
        if (answer.status === 416) return beyondEnd(answer, have);
        const retryable = answer.status === 429 || answer.status >= 500;
        throw unreachable(address, `it answered ${answer.status}`, { retryable });
      }
      return {
        ...rangeOf(answer),
        version: answer.headers.get('etag'),
        bytes: body,
      };
    },
  };
}

function headersOf({ bytes, version }: OpenRequest['have']): Record<string, string> {
  // A compressed answer has another length, and cannot be resumed.
  const plain = { 'Accept-Encoding': 'identity' };
  if (bytes === 0) return plain;
  const isStrong = version !== null && !version.startsWith('W/');
  return { ...plain, Range: `bytes=${bytes}-`, ...(isStrong && { 'If-Range': version }) };
}

function rangeOf(answer: Response): Pick<OpenFile, 'offset' | 'total'> {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.headers.get('content-range') ?? '');
  if (answer.status === 206 && range !== null) {
    return { offset: Number(range[1]), total: range[2] === '*' ? null : Number(range[2]) };
  }
  const length = answer.headers.get('content-length');
  return { offset: 0, total: length === null ? null : Number(length) };
}

/** Nothing is missing any more, or what is here is of another file. */
function beyondEnd(answer: Response, have: OpenRequest['have']): OpenFile | null {
  const length = /^bytes \*\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
  if (Number(length) !== have.bytes) return null;
  return { offset: have.bytes, total: have.bytes, version: have.version, bytes: none() };
}

/** Opened when it is read: a stream that fails before anybody listens would end the process. */
async function* readFrom(path: string, start: number, signal: AbortSignal) {
  yield* createReadStream(path, { start, signal }) as AsyncIterable<Uint8Array>;
}

async function* none(): AsyncGenerator<Uint8Array, void> {}

function folderSource(folder: string): ModelSource {
  const addressOf = (model: string, file: ModelFile) => join(folder, model, file.path);
  return {
    addressOf,
    async open({ file, model, have, signal }) {
      const path = addressOf(model, file);
      const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
        const reason = isAbsent(cause) ? 'it is not there' : describe(cause);
        throw unreachable(path, reason, { cause });
      });
      const version = `${size}-${mtimeMs}`;
      const offset = have.version === version && have.bytes <= size ? have.bytes : 0;
      return {
        offset,
        total: size,
        version,
        bytes: readFrom(path, offset, signal),
      };
    },
  };
}

export function unreachable(
  address: string,
  reason: string,
  options: ErrorOptions & { readonly retryable?: boolean },
): ModelInstallError {
  return new ModelInstallError(
    'model_unreachable',
    `${address} cannot be read: ${reason}. Where this machine may not reach it, fetch the model on another one and name its folder, or an address that serves it, in MODELS_MIRROR.`,
    options,
  );
}

/** The code of a failed connection lies in the cause of fetch's own error. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
