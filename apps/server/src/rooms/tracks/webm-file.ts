import { type FileHandle, open } from 'node:fs/promises';
import { type WebmTrack, webmBlock, webmCluster, webmHeader } from './webm-elements.ts';

/** A WebM file of one track, written as it comes: what a crash leaves can be played. */
export interface WebmFile {
  /** `time`: ms from the start of the recording, never decreasing. */
  write(time: number, data: Uint8Array, key: boolean): void;
  /** Writes what is buffered; further calls return the same promise. Never rejects: faults go to `onFault`. */
  close(): Promise<WebmFileEnd>;
}

export interface WebmFileEnd {
  readonly size: number;
  /** First and last time written, ms. */
  readonly offset: number;
  readonly end: number;
}

export interface WebmFileOptions {
  readonly path: string;
  readonly track: WebmTrack;
  /** The disk is full or unavailable. Called once; nothing is written afterwards. */
  readonly onFault: (error: unknown) => void;
}

/** What a slow disk may leave in memory, bytes; half a minute of a large picture. */
const MAX_WAITING = 32_000_000;
/** How much a crash may cost, ms. */
const CLUSTER_LENGTH = 2_000;

export function createWebmFile({ path, track, onFault }: WebmFileOptions): WebmFile {
  const header = webmHeader(track);
  let blocks: Buffer[] = [];
  let clusterStart = 0;
  let offset: number | null = null;
  let last = 0;
  let size = 0;
  let failed = false;
  let ended: Promise<WebmFileEnd> | null = null;
  let file: FileHandle | null = null;
  /** Bytes that the disk has not taken yet. */
  let waiting = 0;
  /** Everything asked of the file, one after another. */
  let work: Promise<void> = Promise.resolve();

  function enqueue(act: () => Promise<void>): void {
    work = work.then(async () => {
      if (failed) return;
      try {
        await act();
      } catch (error) {
        failed = true;
        onFault(error);
      }
    });
  }

  function append(bytes: Buffer): void {
    waiting += bytes.length;
    enqueue(async () => {
      await file?.appendFile(bytes);
      size += bytes.length;
      waiting -= bytes.length;
    });
    if (waiting > MAX_WAITING && !failed) {
      failed = true;
      onFault(new Error('The disk is slower than what is recorded.'));
    }
  }

  function flush(): void {
    if (blocks.length === 0) return;
    append(webmCluster(clusterStart, blocks));
    blocks = [];
  }

  async function end(): Promise<WebmFileEnd> {
    flush();
    enqueue(async () => {
      const duration = Buffer.alloc(8);
      duration.writeDoubleBE(last + 20);
      await file?.write(duration, 0, 8, header.durationAt);
    });
    await work;
    await file?.close().catch(() => undefined);
    return { size, offset: offset ?? 0, end: last };
  }

  enqueue(async () => {
    file = await open(path, 'wx', 0o600);
  });
  append(header.bytes);

  return {
    write(time, data, key) {
      if (ended !== null || failed) return;
      const at = Math.max(last, Math.round(time));
      offset ??= at;
      if (blocks.length > 0 && at - clusterStart >= CLUSTER_LENGTH) flush();
      if (blocks.length === 0) clusterStart = at;
      blocks.push(webmBlock(at - clusterStart, key, data));
      last = at;
    },
    close() {
      ended ??= end();
      return ended;
    },
  };
}
