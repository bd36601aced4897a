import type { Logger } from 'pino';
import { StartupError } from '../errors/startup-error.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderBlobs } from './folder-blobs.ts';
import type { S3Settings } from './s3-settings.ts';

export interface OpenBlobs {
  readonly blobs: BlobStore;
  close(): void;
}

export interface OpenBlobsOptions {
  /** Null: blobs are in `folder`. */
  readonly s3: S3Settings | null;
  readonly folder: string;
  readonly log: Logger;
}

/**
 * Opens the store of files and recordings. One that does not answer now may later; one that refuses
 * ends the start.
 *
 * @throws `storage_refused`
 */
export async function openBlobs({ s3, folder, log }: OpenBlobsOptions): Promise<OpenBlobs> {
  if (s3 === null) return { blobs: createFolderBlobs(folder), close: () => undefined };
  // What speaks to it is loaded only where it is used.
  const [{ createS3Blobs }, { describeFault, mayPass }] = await Promise.all([
    import('./s3-blobs.ts'),
    import('./s3-faults.ts'),
  ]);
  const blobs = createS3Blobs(s3, { log });
  try {
    await blobs.probe();
  } catch (error) {
    const fault = describeFault(error);
    if (!mayPass(error)) {
      blobs.close();
      throw new StartupError(
        'storage_refused',
        `STORAGE_URL: ${blobs.description} cannot be written to (${fault}). Check the key, the bucket, the region and what the key may do there.`,
      );
    }
    log.warn({ fault, storage: blobs.description }, 'storage does not answer yet');
  }
  return { blobs, close: () => blobs.close() };
}
