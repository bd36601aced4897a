import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import {
  type BlobInfo,
  type BlobRange,
  type BlobStore,
  checkKey,
  checkPrefix,
  isKey,
  limitBytes,
  type OpenBlob,
} from './blob-store.ts';
import { createS3Requests, QUICK, type S3Options, type S3Requests } from './s3-requests.ts';
import type { S3Settings } from './s3-settings.ts';
import { uploadToS3 } from './s3-upload.ts';

export interface S3Blobs extends BlobStore {
  /** Writes a blob and removes it. @throws as the library does, and not as the others here */
  probe(): Promise<void>;
  close(): void;
}

const REMOVALS_AT_ONCE = 16;

/** Blobs in a bucket. What fails in passing is tried again, and then answered as `storage_unavailable`. */
export function createS3Blobs(settings: S3Settings, options: S3Options): S3Blobs {
  const requests = createS3Requests(settings, options);
  const { client, askIfThere } = requests;
  const { bucket, prefix } = settings;
  const placeOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) });

  const remove = async (key: string) => {
    const place = placeOf(key);
    await askIfThere(() => client.send(new DeleteObjectCommand(place), QUICK));
  };

  return {
    description: `the bucket ${bucket} at ${settings.endpoint ?? 'Amazon S3'}`,
    folder: null,
    async put(key, content, { maxBytes = Number.POSITIVE_INFINITY, signal } = {}) {
      const source = content instanceof Readable ? content : Readable.from([content]);
      const limited = Readable.from(limitBytes(maxBytes)(source));
      return uploadToS3(requests, { bucket, key: placeOf(key).Key, content: limited, signal });
    },
    async putFile(key, path, signal) {
      const { size } = await stat(path);
      const content = createReadStream(path);
      await uploadToS3(requests, { bucket, key: placeOf(key).Key, content, size, signal });
      await rm(path, { force: true });
    },
    async get(key, range) {
      const request = { ...placeOf(key), ...(range && { Range: rangeOf(range) }) };
      const found = await askIfThere(() => client.send(new GetObjectCommand(request), QUICK));
      return found && toOpenBlob(found);
    },
    async head(key) {
      const place = placeOf(key);
      const found = await askIfThere(() => client.send(new HeadObjectCommand(place), QUICK));
      if (found === null) return null;
      return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date() };
    },
    remove,
    async removeAll(below) {
      let batch: string[] = [];
      for await (const { key } of listBelow(requests, settings, below)) {
        batch.push(key);
        if (batch.length < REMOVALS_AT_ONCE) continue;
        await Promise.all(batch.map(remove));
        batch = [];
      }
      await Promise.all(batch.map(remove));
    },
    list: (below) => listBelow(requests, settings, below),
    removeUnfinished: (below, before) => removeUnfinished(requests, settings, { below, before }),
    async probe() {
      const place = placeOf(`probes/${randomUUID()}`);
      await client.send(
        new PutObjectCommand({ ...place, Body: 'Kindling can write here.' }),
        QUICK,
      );
      await client.send(new DeleteObjectCommand(place), QUICK);
    },
    close: () => client.destroy(),
  };
}

const rangeOf = ({ start, end }: BlobRange): string => `bytes=${start}-${end}`;

function toOpenBlob(found: {
  readonly Body?: unknown;
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
}): OpenBlob {
  const { Body, ContentLength = 0, ContentRange = '' } = found;
  const size = Number(/\/(\d+)$/.exec(ContentRange)?.[1] ?? ContentLength);
  return { size, content: Body instanceof Readable ? Body : Readable.from([]) };
}

async function* listBelow(
  { client, ask }: S3Requests,
  { bucket, prefix }: S3Settings,
  below: string,
): AsyncGenerator<BlobInfo> {
  const request = { Bucket: bucket, Prefix: prefix + checkPrefix(below) };
  const pages = paginateListObjectsV2({ client }, request, QUICK);
  while (true) {
    const { value, done } = await ask(() => pages.next());
    if (done === true) return;
    for (const { Key = '', Size = 0, LastModified = new Date() } of value.Contents ?? []) {
      const key = Key.slice(prefix.length);
      // What others put there is not ours.
      if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified };
    }
  }
}

/** Uploads in parts that never ended: a store keeps what came of them, and nobody sees it. */
async function removeUnfinished(
  { client, ask, askIfThere }: S3Requests,
  { bucket, prefix }: S3Settings,
  { below, before }: { readonly below: string; readonly before: Date },
): Promise<number> {
  let removed = 0;
  let request: ListMultipartUploadsCommandInput | null = {
    Bucket: bucket,
    Prefix: prefix + checkPrefix(below),
  };
  while (request !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand(request);
    const page = await ask(() => client.send(command, QUICK));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before) continue;
      const upload = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
      await askIfThere(() => client.send(upload, QUICK));
      removed += 1;
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    request =
      IsTruncated === true
        ? { ...request, KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        : null;
  }
  return removed;
}
