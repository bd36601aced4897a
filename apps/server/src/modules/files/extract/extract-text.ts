import { Worker } from 'node:worker_threads';
import type { FileType } from '../file-type.ts';
import type { ExtractionFailure, ExtractionReply, ExtractionTask } from './extraction-worker.ts';
import { createFairTurns } from './fair-turns.ts';
import { readZipEntries } from './zip-entries.ts';

/** What is written in a file, or why it cannot be read. */
export type Extraction =
  | { readonly text: string; readonly truncated: boolean }
  | { readonly failure: string };

export interface FileToRead {
  /** Whose files take turns with those of others. */
  readonly orgId: string;
  readonly type: FileType;
  readonly content: Buffer;
  readonly signal: AbortSignal;
}

export interface Extractor {
  /** @throws the signal's reason, or `rate_limited` when too many of the organisation wait */
  extract(file: FileToRead): Promise<Extraction>;
}

export interface ExtractorOptions {
  /** For one file, ms. @default 30000 */
  readonly timeout?: number;
  /** Characters of text that are kept. @default 2000000 */
  readonly mostCharacters?: number;
  /** Bytes that a compressed document may unpack to. @default 64 MiB */
  readonly mostUnpacked?: number;
  /** Files read at once, each of another organisation. @default 2 */
  readonly concurrency?: number;
  /** Files of one organisation that may wait. @default 16 */
  readonly mostWaiting?: number;
}

const DEFAULTS = {
  timeout: 30_000,
  mostCharacters: 2_000_000,
  mostUnpacked: 64 * 1_024 ** 2,
  concurrency: 2,
  mostWaiting: 16,
};
const WORKER_MEMORY_MB = 512;
/** Bytes of a thread's buffers, which its limit above does not count. */
const MAX_BUFFERS = 256 * 1_024 ** 2;
/** How often the memory use of the threads is checked, ms. */
const POLL_INTERVAL = 100;
/** The message for each failure, with what to do about it. */
const FAILURE_MESSAGES: Readonly<Record<ExtractionFailure, string>> = {
  unreadable: 'The file cannot be read: it may be damaged. Open it, save it again and upload that.',
  locked: 'The file is protected by a password. Save it without one and upload it again.',
  'too large': 'The file unpacks to more than is read.',
  'no json': 'The file is not valid JSON.',
  'too deep': 'The file is nested too deep to be read. Make its lists and objects flatter.',
};

/**
 * Reads files in threads of their own, few at once: calls on this machine come first. A slow file holds
 * up those of its own organisation alone.
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const limits = { ...DEFAULTS, ...options };
  const turns = createFairTurns(limits);
  return {
    extract({ orgId, type, content, signal }) {
      const task = { type, content, most: limits.mostCharacters };
      return turns.take(orgId, signal, () => extractOne(task, limits, signal));
    },
  };
}

type Reply = { readonly text: string } | { readonly failure: string };

async function extractOne(
  task: ExtractionTask & { readonly content: Buffer },
  limits: typeof DEFAULTS,
  signal: AbortSignal,
): Promise<Extraction> {
  if (task.type === 'docx') {
    const entries = readZipEntries(task.content);
    if (entries === null) return { failure: FAILURE_MESSAGES.unreadable };
    const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
    if (unpacked > limits.mostUnpacked) return { failure: FAILURE_MESSAGES['too large'] };
  }
  const reply = await runWorker(task, limits.timeout, signal);
  if ('failure' in reply) return reply;
  const { text } = reply;
  if (text === '') {
    return {
      failure: 'There is no text in the file. A scanned page needs text recognition first.',
    };
  }
  const truncated = text.length > limits.mostCharacters;
  return {
    text: truncated ? text.slice(0, limits.mostCharacters).toWellFormed() : text,
    truncated,
  };
}

function runWorker(task: ExtractionTask, timeout: number, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
      workerData: { ...task, content: task.content },
      name: 'file-text',
      // Not the parent's: some of its flags are refused in threads.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
      // Its exit is not waited for: it has nothing that must be kept.
      void worker.terminate();
      settle();
    };
    const abort = () => end(() => reject(signal.reason));
    const timer = setTimeout(
      () =>
        end(() => resolve({ failure: `The file could not be read within ${timeout / 1_000} s.` })),
      timeout,
    );
    // A small PDF unpacks into as many as it likes.
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => null);
      if ((used?.external_memory ?? 0) > MAX_BUFFERS)
        end(() => resolve({ failure: FAILURE_MESSAGES['too large'] }));
    }, POLL_INTERVAL);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (reply: ExtractionReply) =>
      end(() => resolve('failure' in reply ? { failure: FAILURE_MESSAGES[reply.failure] } : reply)),
    );
    // Out of memory, or torn down by what it read.
    worker.once('error', () => end(() => resolve({ failure: FAILURE_MESSAGES.unreadable })));
    worker.once('exit', () => end(() => resolve({ failure: FAILURE_MESSAGES.unreadable })));
  });
}
