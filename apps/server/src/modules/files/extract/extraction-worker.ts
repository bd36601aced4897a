import { parentPort, workerData } from 'node:worker_threads';
import type { FileType } from '../file-type.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readDocx } from './read-docx.ts';
import { readJson } from './read-json.ts';
import { readPdf } from './read-pdf.ts';
import { tidyText } from './tidy-text.ts';
import { readZipEntries, unpacksAsSaid } from './zip-entries.ts';

export interface ExtractionTask {
  readonly type: FileType;
  readonly content: Uint8Array;
  /** Characters of text that are wanted. */
  readonly most: number;
}

export type ExtractionReply = { readonly text: string } | { readonly failure: ExtractionFailure };

/** Why there is no text; `unreadable` is everything that a library says. */
export type ExtractionFailure = 'locked' | 'too large' | 'no json' | 'too deep' | 'unreadable';

/** A thread for one file: what a broken or hostile one does ends with it. */
async function run({ type, content, most }: ExtractionTask): Promise<ExtractionReply> {
  try {
    // One character more than allowed shows that the text was cut; the rest is not sent out of this thread.
    return { text: tidyText(await read(type, content, most)).slice(0, most + 1) };
  } catch (error) {
    return { failure: toFailure(type, error) };
  }
}

function toFailure(type: FileType, error: unknown): ExtractionFailure {
  if (!(error instanceof Error)) return 'unreadable';
  if (error instanceof UnpackError) return 'too large';
  if (error.name === 'PasswordException') return 'locked';
  if (type !== 'json') return 'unreadable';
  if (error instanceof RangeError) return 'too deep';
  return error instanceof SyntaxError ? 'no json' : 'unreadable';
}

/** An archive that hides how much is in it. */
class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

function read(type: FileType, content: Uint8Array, most: number): string | Promise<string> {
  if (type === 'pdf') return readPdf(content, most);
  if (type === 'docx') {
    const archive = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (!unpacksAsSaid(archive, readZipEntries(archive) ?? [])) throw new UnpackError();
    return readDocx(content);
  }
  if (type === 'csv') return readCsv(decodeText(content));
  if (type === 'json') return readJson(decodeText(content));
  return decodeText(content);
}

parentPort?.postMessage(await run(workerData as ExtractionTask));
