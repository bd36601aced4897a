import { pino } from 'pino';
import type { Check } from '../check.ts';
import { fail, ok, skipped } from '../finding.ts';

/** Whether the bucket of STORAGE_URL takes a small object, and gives it up again. */
export const storage: Check = {
  name: 'storage',
  async run({ config }) {
    if (config.storage === null)
      return [skipped('STORAGE_URL is not set: files and recordings are in the data folder.')];
    // What speaks to it is loaded only where it is used.
    const [{ createS3Blobs }, { describeFault, mayPass }] = await Promise.all([
      import('../../platform/storage/s3-blobs.ts'),
      import('../../platform/storage/s3-faults.ts'),
    ]);
    const blobs = createS3Blobs(config.storage, { log: pino({ level: 'silent' }) });
    try {
      await blobs.probe();
      return [ok(`${blobs.description} can be written.`)];
    } catch (error) {
      return [
        fail(
          `${blobs.description} cannot be written: ${describeFault(error)}.`,
          mayPass(error)
            ? 'Look whether the store runs, and whether STORAGE_URL leads to it.'
            : 'Correct key, bucket or region in STORAGE_URL, or what that key may do there.',
        ),
      ];
    } finally {
      blobs.close();
    }
  },
};
