import type { Recording } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { DiskSpace } from '../../../platform/data-folder/disk-space.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { RecordingFiles } from '../../../platform/storage/recording-files.ts';
import { isDoneWithin } from '../../../platform/time/is-done-within.ts';
import { type Ffmpeg, runFfmpeg } from '../../tracks/ffmpeg.ts';
import type { RecordingStore } from '../recording-store.ts';
import { PART_RATE, partArguments, partSources } from './make-part.ts';
import { type PartFile, readPartName } from './part-files.ts';

export interface PreparePartsOptions {
  readonly ffmpeg: Ffmpeg | null;
  readonly store: Pick<RecordingStore, 'read'>;
  readonly files: Pick<RecordingFiles, 'head' | 'derive' | 'mayHaveFiles' | 'remove'>;
  readonly disk: Pick<DiskSpace, 'free' | 'isLow'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Makes each requested part of a recording once, and keeps it with the recording. */
export interface PrepareParts {
  /**
   * Resolves when the file is there, at once where it was recorded itself.
   *
   * @throws `not_found` for a recording that is deleted meanwhile, `not_ready` where it takes longer
   *   than anybody waits
   */
  prepare(recording: Recording, file: string): Promise<void>;
  /** What is being made is left; it is made when it is asked for again. */
  close(): Promise<void>;
}

/** How long who asks is kept waiting, ms: less than clients and proxies wait. */
const TIMEOUT = 25_000;
const RETRY_AFTER = '5';

export function createPrepareParts(options: PreparePartsOptions): PrepareParts {
  const { ffmpeg, store, files, disk, log, clock } = options;
  const closing = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let work: Promise<unknown> = Promise.resolve();

  async function make(recording: Recording, part: PartFile): Promise<void> {
    if (ffmpeg === null) throw noFfmpeg();
    await checkSpace(recording, part);
    await files.derive(recording.id, {
      name: `${part.part}.${part.format}`,
      sources: partSources(recording),
      write: (folder, output) =>
        runFfmpeg(ffmpeg, {
          folder,
          signal: closing.signal,
          args: partArguments(recording, part, output),
          deadline: 120_000 + Math.ceil(recording.duration ?? 0),
        }),
    });
    // Nobody would look for it any more.
    if ((await store.read(recording.id)) === null) await files.remove(recording.id);
  }

  async function checkSpace({ duration }: Recording, { part }: PartFile): Promise<void> {
    const bytes = ((duration ?? 0) / 1_000) * PART_RATE * (part === 'stereo' ? 4 : 2);
    if (!(await disk.isLow()) && (await disk.free()) > 2 * bytes) return;
    throw new ApiError(
      'not_configured',
      'The disk of this server is nearly full: delete recordings, or ask its operator for more room (RECORDING_MIN_FREE_MB).',
    );
  }

  /** One after another, as films are made, so that calls keep the processor. */
  async function enqueue(recording: Recording, part: PartFile): Promise<void> {
    const made = work.then(async () => {
      if (closing.signal.aborted) throw notReady();
      try {
        await make(recording, part);
      } catch (error) {
        throw await explain(error, recording.id);
      }
    });
    work = made.catch(() => undefined);
    return made;
  }

  async function explain(error: unknown, recordingId: string): Promise<unknown> {
    if (error instanceof ApiError) return error;
    if (closing.signal.aborted) return notReady();
    const isGone = await isDeleted(recordingId);
    if (isGone) return new ApiError('not_found', 'This recording was deleted.');
    log.error({ recordingId, err: error }, 'part of a recording not made');
    return new ApiError(
      'internal',
      'The file could not be made of this recording; the log of the server says why.',
    );
  }

  /** Files go first, and the row then. */
  async function isDeleted(recordingId: string): Promise<boolean> {
    if (!(await files.mayHaveFiles(recordingId))) return true;
    return (await store.read(recordingId)) === null;
  }

  return {
    async prepare(recording, file) {
      const part = readPartName(file);
      if (part === null || (await files.head(recording.id, file)) !== null) return;
      const key = `${recording.id}/${file}`;
      const making = underWay.get(key) ?? enqueue(recording, part);
      underWay.set(key, making);
      making.finally(() => underWay.delete(key)).catch(() => undefined);
      if (!(await isDoneWithin(clock, TIMEOUT, making))) throw notReady();
    },
    async close() {
      closing.abort();
      await work;
    },
  };
}

function notReady(): ApiError {
  return new ApiError('not_ready', 'The file is still being made: ask again in some seconds.', {
    headers: { 'Retry-After': RETRY_AFTER },
  });
}

export function noFfmpeg(): ApiError {
  return new ApiError(
    'not_configured',
    'This server has no ffmpeg, which makes this file of what was recorded: install it or set FFMPEG_PATH. The tracks themselves can be downloaded: POST /recordings/{id}/access-link.',
  );
}
