import { access, mkdir, rename, rm } from 'node:fs/promises';

/** Fills a folder unless it is there; what is fetched in part is never taken for the whole. */
export async function fetchOnce(
  folder: string,
  fetch: (draft: string) => Promise<void>,
): Promise<void> {
  if (await isThere(folder)) return;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await fetch(draft);
    await rename(draft, folder).catch(async (error) => {
      // Another process was faster.
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
