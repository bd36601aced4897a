import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskSpace } from '../data-folder/disk-space.ts';
import { writeWhole } from '../data-folder/write-whole.ts';
import { type CatalogueEntry, type ModelFile, sizeOf } from './catalogue/entry.ts';
import { fetchFile, forgetFile } from './fetching/fetch-file.ts';
import { hashFile } from './fetching/hash-file.ts';
import type { ModelSource } from './fetching/model-source.ts';
import type { KnownHashes } from './known-hashes.ts';
import { ModelInstallError } from './model-error.ts';
import { RECEIPT, type Receipt, readReceipt } from './receipt.ts';

/** Left free on the disk beside the model: the database may lie on the same, bytes. */
const SPARE = 100_000_000;

export interface InstallOptions {
  readonly entry: CatalogueEntry;
  readonly modelsFolder: string;
  readonly source: ModelSource;
  readonly hashes: KnownHashes;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly onProgress?: (received: number, total: number) => void;
  /** A hash that nobody could compare. */
  readonly onNewHash?: (file: ModelFile, sha256: string) => void;
  /** Bytes that are free where a folder lies. @default as the system says */
  readonly measureFree?: (folder: string) => Promise<number>;
}

/** Where what is fetched lies until it is whole. */
const partFolder = (modelsFolder: string, name: string) => join(modelsFolder, '.part', name);

/**
 * Installs one model, without those it needs. Its folder appears when every file is there and is what
 * was meant; what a run leaves behind that broke off is gone on with by the next.
 *
 * @throws a `ModelInstallError`, or the signal's reason
 */
export async function installModel(options: InstallOptions): Promise<Receipt> {
  const { entry, modelsFolder, now } = options;
  const folder = join(modelsFolder, entry.name);
  const parts = partFolder(modelsFolder, entry.name);
  await mkdir(parts, { recursive: true });
  await checkSpace(options, parts);
  const receipt: Receipt = {
    name: entry.name,
    licence: entry.licence,
    installedAt: now().toISOString(),
    files: await fetchAll(options, parts),
  };
  await writeWhole(join(parts, RECEIPT), `${JSON.stringify(receipt, null, 2)}\n`);
  // A folder without a receipt is what a removal left.
  await rm(folder, { recursive: true, force: true });
  await rename(parts, folder);
  return receipt;
}

/** Removes a model and what was fetched of it; answers whether there was one. */
export async function removeModel(modelsFolder: string, name: string): Promise<boolean> {
  const folder = join(modelsFolder, name);
  const wasThere = (await readReceipt(folder)) !== null;
  // First: a removal that breaks off must not leave half a model that counts as one.
  await rm(join(folder, RECEIPT), { force: true });
  await rm(folder, { recursive: true, force: true });
  await rm(partFolder(modelsFolder, name), { recursive: true, force: true });
  return wasThere;
}

async function fetchAll(options: InstallOptions, parts: string): Promise<Receipt['files']> {
  const { entry, onProgress } = options;
  const files: Receipt['files'] = [];
  let done = 0;
  for (const file of entry.files) {
    const path = join(parts, file.path);
    const before = done;
    const bytes = await fetchChecked(options, file, {
      path,
      onProgress: (received) => onProgress?.(before + received, Math.max(sizeOf(entry), before)),
    });
    files.push({ path: file.path, ...bytes });
    done += bytes.bytes;
  }
  return files;
}

interface Fetching {
  readonly path: string;
  readonly onProgress: (received: number) => void;
}

async function fetchChecked(
  { entry, source, hashes, signal, onNewHash }: InstallOptions,
  file: ModelFile,
  { path, onProgress }: Fetching,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await fetchFile({ source, model: entry.name, file, path, signal, onProgress });
  const { size } = await stat(path);
  onProgress(size);
  const sha256 = await hashFile(path, signal);
  const expected = file.sha256 ?? hashes.get(file.address);
  if (expected !== undefined && expected !== sha256) {
    await forgetFile(path);
    throw damaged({ address: source.addressOf(entry.name, file), sha256, expected }, file);
  }
  if (expected === undefined) {
    onNewHash?.(file, sha256);
    await hashes.keep(file.address, sha256);
  }
  await rm(`${path}.version`, { force: true });
  return { bytes: size, sha256 };
}

async function checkSpace({ entry, measureFree }: InstallOptions, parts: string): Promise<void> {
  let missing = sizeOf(entry);
  for (const file of entry.files) {
    const { size } = await stat(join(parts, file.path)).catch(() => ({ size: 0 }));
    missing -= size;
  }
  const space = createDiskSpace({
    folder: parts,
    keepFree: 0,
    ...(measureFree !== undefined && { measure: measureFree }),
  });
  const free = await space.free();
  if (free >= missing + SPARE) return;
  throw new ModelInstallError(
    'disk_full',
    `${entry.name} needs ${megabytes(missing)} MB and ${megabytes(SPARE)} MB to spare, but where ${parts} lies ${megabytes(free)} MB are free. Make room, or put the folder of the models on another disk and a link in its place.`,
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

function damaged(
  found: { readonly address: string; readonly sha256: string; readonly expected: string },
  file: ModelFile,
): ModelInstallError {
  const why =
    file.sha256 === null
      ? 'the first download brought another file. Where you know that it was replaced on purpose, delete its line in hashes.json beside the models'
      : 'it was damaged on its way, or replaced. Try again; where it stays so, do not use it';
  return new ModelInstallError(
    'model_damaged',
    `${found.address} has the SHA-256 ${found.sha256} instead of ${found.expected}: ${why}. What was fetched is deleted.`,
  );
}
