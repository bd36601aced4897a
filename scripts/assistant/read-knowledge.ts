import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { FILE_MAX_BYTES } from '@kindling/protocol';
import { CommandError } from './command-error.ts';

const TYPES: ReadonlySet<string> = new Set([
  ...['.txt', '.text', '.md', '.markdown', '.pdf', '.docx', '.csv', '.tsv', '.json'],
]);

/**
 * The files that these paths name, read whole; relative ones from `folder`. Throws a `CommandError` before
 * anything is sent when one of them cannot be knowledge.
 */
export function readKnowledge(paths: readonly string[], folder: string): Promise<File[]> {
  return Promise.all(paths.map((path) => readOne(resolve(folder, path))));
}

async function readOne(path: string): Promise<File> {
  const found = await stat(path).catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new CommandError(
      isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${String(cause)}`,
      { cause },
    );
  });
  if (found.isDirectory()) {
    throw new CommandError(`${path} is a folder. Name its files one by one: --knowledge <file>.`);
  }
  if (!TYPES.has(extname(path).toLowerCase())) {
    throw new CommandError(
      `${path} is of a type that cannot be read. Knowledge is a txt, md, pdf, docx, csv or json file.`,
    );
  }
  if (found.size === 0) throw new CommandError(`${path} is empty.`);
  if (found.size > FILE_MAX_BYTES) {
    const most = FILE_MAX_BYTES / 1_024 ** 2;
    throw new CommandError(`${path} is too large: a file may have at most ${most} MiB.`);
  }
  const content = await readFile(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read: ${String(cause)}`, { cause });
  });
  return new File([content], basename(path));
}
