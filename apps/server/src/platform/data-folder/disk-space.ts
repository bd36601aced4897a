import { statfs } from 'node:fs/promises';

/** What is left of the disk that recordings are written to; the database may lie on the same. */
export interface DiskSpace {
  /** Bytes; infinite where the platform does not report it. */
  free(): Promise<number>;
  /** Less is left than the operator wants to keep. */
  isLow(): Promise<boolean>;
}

export interface DiskSpaceOptions {
  readonly folder: string;
  /** Bytes; 0: no limit. */
  readonly keepFree: number;
  /** Bytes that are free where the folder lies. @default as the system says */
  readonly measure?: (folder: string) => Promise<number>;
}

export function createDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { folder, keepFree, measure = measureFree } = options;
  // Where it cannot be measured, writing itself will tell.
  const free = () => measure(folder).catch(() => Number.POSITIVE_INFINITY);
  return { free, isLow: async () => keepFree > 0 && (await free()) < keepFree };
}

async function measureFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
