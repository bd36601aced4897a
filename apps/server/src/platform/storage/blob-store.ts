import type { Readable } from 'node:stream';

/** What people made, under keys such as `files/{organisation}/{content}`: whole, or not there. */
export interface BlobStore {
  /** For messages and the log; without credentials. */
  readonly description: string;
  /** The folder on this machine's disk below which keys are paths; null: blobs are elsewhere. */
  readonly folder: string | null;
  /**
   * Keeps everything of `content` under `key`, in the place of what is there; it is stored when this
   * resolves, with its bytes, and nothing of it when this rejects.
   *
   * @throws a `BlobTooLargeError` for more than `maxBytes`
   */
  put(key: string, content: Readable | Uint8Array, options?: PutOptions): Promise<number>;
  /** Keeps a file of this machine under `key`; the file is gone when this resolves. */
  putFile(key: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Null when there is none. `range`: all of it without; what is past the end is left out. */
  get(key: string, range?: BlobRange): Promise<OpenBlob | null>;
  head(key: string): Promise<BlobInfo | null>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** Everything whose key begins with `prefix`, which ends in a slash. */
  removeAll(prefix: string): Promise<void>;
  /** In any order. `prefix` ends in a slash. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** Removes what was begun before that instant and never became a blob. Answers how many. */
  removeUnfinished(prefix: string, before: Date): Promise<number>;
}

export interface PutOptions {
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** First and last byte, both included. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface OpenBlob {
  /** Bytes of the whole blob, whatever was asked of it. */
  readonly size: number;
  /** To be read, or destroyed. */
  readonly content: Readable;
}

/** More was sent than is kept. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';

  constructor(maxBytes: number) {
    super(`A blob may have at most ${maxBytes} bytes.`);
  }
}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;
const PREFIX = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/$/;

export const isKey = (key: string): boolean => KEY.test(key);

/** Keys are the server's own; one that is not so is a fault in it, and must not leave the folder. */
export function checkKey(key: string): string {
  if (isKey(key)) return key;
  throw new TypeError(`“${key}” is no key of a blob.`);
}

export function checkPrefix(prefix: string): string {
  if (PREFIX.test(prefix)) return prefix;
  throw new TypeError(`“${prefix}” is no prefix of keys.`);
}

/** Passes on what is read, and ends with an error past `maxBytes`. */
export function limitBytes(maxBytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let count = 0;
    for await (const chunk of chunks) {
      count += chunk.length;
      if (count > maxBytes) throw new BlobTooLargeError(maxBytes);
      yield chunk;
    }
  };
}

/** Everything of a blob, for those that are small. */
export async function readBlob(blobs: Pick<BlobStore, 'get'>, key: string): Promise<Buffer | null> {
  const blob = await blobs.get(key);
  if (blob === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob.content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
