import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import { AUDIO_FILE, plainTracks } from './capture.ts';
import { composeVideo } from './compose/compose-video.ts';
import type { Manifest } from './compose/timeline.ts';
import { type Composition, CUT_SHORT } from './recording-maker.ts';
import type { RecordingMoves } from './recording-moves.ts';
import type { AbandonedRecording, RecordingStore } from './recording-store.ts';

export interface ComposerOptions {
  readonly ffmpeg: Ffmpeg | null;
  readonly store: RecordingStore;
  readonly files: RecordingFiles;
  readonly disk: Pick<DiskSpace, 'free'>;
  /** Hears of every recording of which nothing more is made. */
  readonly moves: Pick<RecordingMoves, 'enqueue'>;
  readonly log: Logger;
}

/** Makes films of recordings that stopped, one after another, so that calls keep the processor. */
export interface Composer {
  /** Resolves when the film is made, or cannot be. Never rejects. */
  compose(id: string, manifest: Manifest): Promise<Composition>;
  /** Recordings that the last process left: composes them, or says that they failed. */
  resume(open: readonly AbandonedRecording[]): Promise<void>;
  /** What is not done yet is done after the next start. */
  close(): Promise<void>;
}

const MANIFEST = 'manifest.json';
const NOT_COMPOSED = 'The video could not be composed; the sound and the tracks are there.';

export function createComposer(options: ComposerOptions): Composer {
  const { ffmpeg, store, files, disk, moves, log } = options;
  const closing = new AbortController();
  let work: Promise<Composition> = Promise.resolve(null);
  const saving = new Set<Promise<void>>();

  async function run(id: string): Promise<Composition> {
    if (closing.signal.aborted) return null;
    const folder = files.folder(id);
    const sound = { name: AUDIO_FILE, size: await sizeOf(join(folder, AUDIO_FILE)) };
    let manifest: Manifest | null = null;
    try {
      // Written by this server.
      const read: Manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
      manifest = read;
      if (ffmpeg === null) throw new Error('ffmpeg is not there any more');
      await checkSpace(read, sound.size);
      const signal = closing.signal;
      const file = await composeVideo({
        ffmpeg,
        folder,
        signal,
        audio: AUDIO_FILE,
        manifest: read,
      });
      await store.update(id, { status: 'finished', file });
      await discardSources(id, read);
      moves.enqueue(id);
      log.info({ recordingId: id }, 'recording composed');
      return { file };
    } catch (error) {
      if (closing.signal.aborted) return null;
      log.error({ recordingId: id, err: error }, 'recording not composed');
      const tracks = manifest === null ? [] : plainTracks(manifest.tracks);
      await store.update(id, {
        status: 'failed',
        tracks,
        errorMessage: NOT_COMPOSED,
        ...(sound.size > 0 && { file: sound }),
      });
      moves.enqueue(id);
      return { errorMsg: NOT_COMPOSED };
    }
  }

  /** Scenes and film lie on the disk together for a while, each about as large as what they are made from. */
  async function checkSpace({ tracks }: Manifest, sound: number): Promise<void> {
    const needed = 2 * tracks.reduce((sum, { size }) => sum + size, sound);
    const free = await disk.free();
    if (free < needed) throw new Error(`a film needs ${needed} bytes of disk; ${free} are free`);
  }

  /** The film is there, whether or not these can be deleted. */
  async function discardSources(id: string, { tracks }: Manifest): Promise<void> {
    const left = [...tracks.map(({ name }) => name), AUDIO_FILE, MANIFEST];
    const removals = left.map((name) => rm(join(files.folder(id), name), { force: true }));
    await Promise.all(removals).catch((error: unknown) =>
      log.warn({ recordingId: id, err: error }, 'sources of a recording not deleted'),
    );
  }

  function enqueue(id: string): Promise<Composition> {
    work = work
      .then(() => run(id))
      .catch((error: unknown) => {
        log.error({ recordingId: id, err: error }, 'recording lost');
        return { errorMsg: NOT_COMPOSED };
      });
    return work;
  }

  return {
    async compose(id, manifest) {
      const path = join(files.folder(id), MANIFEST);
      const saved = writeFile(path, JSON.stringify(manifest)).catch(() => undefined);
      // A server that stops waits for it: after the next start the film is made from it.
      saving.add(saved);
      await saved;
      saving.delete(saved);
      return enqueue(id);
    },
    async resume(open) {
      for (const { id, status, type } of open) {
        if (status === 'processing') {
          void enqueue(id);
          continue;
        }
        const size = await sizeOf(join(files.folder(id), AUDIO_FILE));
        const sound = type === 'cloud' && size > 0 ? { file: { name: AUDIO_FILE, size } } : {};
        await store.update(id, { status: 'failed', errorMessage: CUT_SHORT, ...sound });
        log.warn({ recordingId: id }, 'recording of a crashed server closed');
      }
    },
    async close() {
      closing.abort();
      await Promise.all(saving);
      await work;
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
