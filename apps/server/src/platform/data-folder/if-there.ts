import { readdir, readFile } from 'node:fs/promises';

/** What a file holds; null when there is none. */
export function readIfThere(path: string): Promise<Buffer | null> {
  return orElse(readFile(path), null);
}

/** The names in a folder; none when there is no folder. */
export function listIfThere(folder: string): Promise<string[]> {
  return orElse(readdir(folder), []);
}

/** Whether an error of the file system says that there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function orElse<T, U>(reading: Promise<T>, absent: U): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if (isAbsent(error)) return absent;
    throw error;
  }
}
