import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createExtractor } from '../../../apps/server/src/modules/files/extract/extract-text.ts';
import { readFileType } from '../../../apps/server/src/modules/files/file-type.ts';
import { pdfOf } from '../../../apps/server/testing/requests/sample-files.ts';
import type { KnowledgeDocument } from '../../../packages/conversation/src/index.ts';

/**
 * `seen` was looked at, and fitted to, while the guide was made better. Of `unseen` only the sums were,
 * twice; whoever looks into it question by question should write another. Both are by the hand that
 * wrote the guide's list of related words: strangers will fare less well.
 */
export type FileSet = 'seen' | 'unseen';

export interface Questions {
  readonly plain: readonly Question[];
  readonly paraphrase: readonly Question[];
  readonly misheard: readonly Question[];
  readonly unanswerable: readonly string[];
}

/** What is asked, and words one of which must be in the answer. */
export type Question = readonly [asked: string, ...answers: string[]];

/** Calendars are kept as text here and uploaded as what a school would print. */
const PRINTED = /^(?:calendar|term-dates)\.txt$/;

const folderOf = (set: FileSet): string => fileURLToPath(new URL(set, import.meta.url));

export async function readQuestions(set: FileSet): Promise<Questions> {
  return JSON.parse(await readFile(`${folderOf(set)}/questions.json`, 'utf8'));
}

/** The documents as an upload reads them. */
export async function readDocuments(set: FileSet): Promise<KnowledgeDocument[]> {
  const folder = `${folderOf(set)}/documents`;
  const extractor = createExtractor();
  const documents: KnowledgeDocument[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const written = await readFile(`${folder}/${file}`);
    const isPrinted = PRINTED.test(file);
    const content = isPrinted ? pdfOf(written.toString('utf8').trim().split('\n')) : written;
    const id = isPrinted ? file.replace('.txt', '.pdf') : file;
    const read = await extractor.extract({
      orgId: 'bench',
      type: readFileType(id, '', content),
      content,
      signal: new AbortController().signal,
    });
    if ('failure' in read) throw new Error(`${id}: ${read.failure}`);
    documents.push({ id, text: read.text });
  }
  return documents;
}
