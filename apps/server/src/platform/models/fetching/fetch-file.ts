import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import { isAbsent } from '../../data-folder/if-there.ts';
import type { ModelFile } from '../catalogue/entry.ts';
import { ModelInstallError } from '../model-error.ts';
import { describe, type ModelSource, unreachable } from './model-source.ts';

/** Attempts without a single byte before giving up; a source that sends something is always tried again. */
const ATTEMPTS = 5;
/** Before the second attempt, ms; doubled for each after it. */
const FIRST_PAUSE = 1_000;
/** Without a byte, ms: the connection is dead. */
const SILENCE_TIMEOUT = 30_000;

export interface FetchFileOptions {
  readonly source: ModelSource;
  readonly model: string;
  readonly file: ModelFile;
  /** Where it is put together. What is there already is gone on with. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Bytes of this file that are here, and of all of it where that is known. */
  readonly onProgress?: (received: number, total: number | null) => void;
  /** @default the system's */
  readonly clock?: Pick<Clock, 'schedule'>;
}

/**
 * Fetches a file to `path`, resuming what an earlier run left there. Its content is not looked at, only
 * its length.
 *
 * @throws a `ModelInstallError`, or the signal's reason; what has arrived remains for the next run
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { path, signal, clock = createSystemClock() } = options;
  await mkdir(dirname(path), { recursive: true });
  let failures = 0;
  const giveUp = (error: unknown) => failures >= ATTEMPTS || !isRetryable(error);
  await retry(
    {
      attempts: Number.POSITIVE_INFINITY,
      signal,
      mayRetry: (error) => !signal.aborted && !giveUp(error),
      pause: () => wait(clock, FIRST_PAUSE * 2 ** (failures - 1), signal),
    },
    async () => {
      const before = await sizeIfThere(path);
      try {
        await fetchRest({ ...options, clock }, before);
      } catch (error) {
        const grown = (await sizeIfThere(path)) > before;
        failures = grown ? 1 : failures + 1;
        throw error;
      }
    },
  );
}

async function fetchRest(
  options: FetchFileOptions & { readonly clock: Pick<Clock, 'schedule'> },
  before: number,
): Promise<void> {
  const { source, model, file, path, clock, signal } = options;
  if (file.bytes !== null && before === file.bytes) return;
  const version = await readVersion(path);
  // Where no hash is known the version alone tells whether both halves are of one file.
  const isUseless =
    (file.bytes !== null && before > file.bytes) || (version === null && file.sha256 === null);
  const have = isUseless ? { bytes: 0, version: null } : { bytes: before, version };
  const silence = createSilenceWatch(clock, signal);
  try {
    const opened = await source.open({ model, file, have, signal: silence.signal });
    if (opened === null) {
      await forgetFile(path);
      throw new Error('what was fetched before is of another file');
    }
    if (opened.version !== null) await writeFile(versionPath(path), opened.version);
    const total = opened.total ?? file.bytes;
    if (file.bytes !== null && opened.total !== null && opened.total !== file.bytes) {
      throw wrongLength(source.addressOf(model, file), opened.total, file.bytes);
    }
    const received = await append(options, opened.bytes, {
      offset: opened.offset,
      total,
      heard: silence.heard,
    });
    if (total !== null && received < total) throw new BrokenOff(received, total);
    if (total !== null && received > total)
      throw wrongLength(source.addressOf(model, file), received, total);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelInstallError) throw error;
    if (isFull(error)) throw diskFull(path, error);
    const reason = silence.signal.aborted ? 'it fell silent' : describe(error);
    throw unreachable(source.addressOf(model, file), reason, { cause: error, retryable: true });
  } finally {
    silence.stop();
  }
}

class BrokenOff extends Error {
  constructor(received: number, total: number) {
    super(`it broke off after ${received} of ${total} bytes`);
  }
}

interface Appending {
  readonly offset: number;
  readonly total: number | null;
  readonly heard: () => void;
}

/** Writes what comes, from `offset` on; answers the length of the file. */
async function append(
  { path, onProgress, signal }: FetchFileOptions,
  bytes: AsyncIterable<Uint8Array>,
  { offset, total, heard }: Appending,
): Promise<number> {
  const file = await open(path, 'a');
  try {
    await file.truncate(offset);
    let received = offset;
    for await (const chunk of bytes) {
      heard();
      await file.appendFile(chunk);
      received += chunk.length;
      onProgress?.(received, total);
      signal.throwIfAborted();
    }
    await file.sync();
    return received;
  } finally {
    await file.close();
  }
}

/** Aborts with `signal`, and when nothing was heard for too long. */
function createSilenceWatch(clock: Pick<Clock, 'schedule'>, signal: AbortSignal) {
  const controller = new AbortController();
  const arm = () => clock.schedule(SILENCE_TIMEOUT, () => controller.abort());
  let cancel = arm();
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    heard() {
      cancel();
      cancel = arm();
    },
    stop: () => cancel(),
  };
}

/** Which version of the file the part is of stands beside it. */
export const versionPath = (path: string): string => `${path}.version`;

async function readVersion(path: string): Promise<string | null> {
  return readFile(versionPath(path), 'utf8').catch(() => null);
}

export async function forgetFile(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(versionPath(path), { force: true })]);
}

async function sizeIfThere(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isAbsent(error)) return 0;
    throw error;
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof ModelInstallError && error.retryable;

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

function diskFull(path: string, cause: unknown): ModelInstallError {
  return new ModelInstallError(
    'disk_full',
    `The disk of ${dirname(path)} is full. Make room and run the same command again: it goes on where it stopped.`,
    { cause },
  );
}

function wrongLength(address: string, found: number, expected: number): ModelInstallError {
  return new ModelInstallError(
    'model_damaged',
    `${address} has ${found} bytes instead of ${expected}: it is not the file that was meant. Look whether it has moved, or whether a proxy answers in its place.`,
  );
}
