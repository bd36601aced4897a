import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Requests } from './s3-requests.ts';

export interface S3Upload {
  readonly bucket: string;
  /** As the store has it. */
  readonly key: string;
  readonly content: Readable;
  /** Bytes, where they are known. */
  readonly size?: number;
  readonly signal?: AbortSignal | undefined;
}

/** What is larger is sent in parts of this size, bytes, so many at once. */
const PART_BYTES = 8 * 1_024 * 1_024;
const PARTS_AT_ONCE = 2;
/** Less than a store allows of one blob. */
const MAX_PARTS = 9_000;

/**
 * Stores everything of a stream, or nothing; resolves with how many bytes that is.
 *
 * @throws what the stream ends with, the signal's reason, or `storage_unavailable`
 */
export async function uploadToS3({ client, ask }: S3Requests, upload: S3Upload): Promise<number> {
  const { bucket, key, content, size = 0, signal } = upload;
  const source = watchSource(content);
  const sending = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: Readable.from(source.chunks) },
    partSize: Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)),
    queueSize: PARTS_AT_ONCE,
  });
  const stop = () => void sending.abort();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    await ask(async () => {
      try {
        await sending.done();
      } catch (error) {
        // Not the store's.
        if (source.fault() === null && signal?.aborted !== true) throw error;
      }
    });
    const fault = source.fault();
    if (fault !== null) throw fault.error;
    signal?.throwIfAborted();
    return source.size();
  } finally {
    signal?.removeEventListener('abort', stop);
    content.destroy();
  }
}

/** Counts what is read, and remembers what the reading ended with. */
function watchSource(content: AsyncIterable<Uint8Array>) {
  let size = 0;
  let fault: { readonly error: unknown } | null = null;
  async function* read() {
    try {
      for await (const chunk of content) {
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  return { chunks: read(), size: () => size, fault: () => fault };
}
