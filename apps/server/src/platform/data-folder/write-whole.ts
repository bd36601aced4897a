import { open, rename, rm } from 'node:fs/promises';

/** Writes a file for this user alone, in the place of the one there; it is whole, or the old one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  // The mode counts only for a new file.
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
