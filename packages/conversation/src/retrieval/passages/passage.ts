import { toSentences } from '../language/sentences.ts';

/** A text that is searched. */
export interface KnowledgeDocument {
  /** Of the file. */
  readonly id: string;
  readonly text: string;
}

/** A piece of a document that makes sense by itself. */
export interface Passage {
  /** The document it is from; null: an external knowledge base. */
  readonly documentId: string | null;
  /** The headings above it, outermost first; empty when there are none. */
  readonly title: string;
  readonly sentences: readonly string[];
  /** Of a passage that was searched for, 0 to 1 for each sentence: how likely the answer begins there. */
  readonly likely?: readonly number[];
}

/** Characters of a passage; a longer paragraph is cut between sentences. */
const MAX_PASSAGE = 700;
/** Characters of a sentence; longer ones, as in tables, are cut between words. */
const MAX_SENTENCE = 400;
/** Characters of a heading that is marked, or is the question of a list. */
const MAX_MARKED_HEADING = 300;
/** Characters of a heading without a mark. */
const MAX_PLAIN_HEADING = 90;

/** The whole passage as one line, under its headings. */
export function passageText({ title, sentences }: Pick<Passage, 'title' | 'sentences'>): string {
  return [...(title === '' ? [] : [`${title}:`]), ...sentences].join(' ');
}

/** Cuts a document at its headings and paragraphs; lists of questions and answers at each question. */
export function splitPassages({ id, text }: KnowledgeDocument): Passage[] {
  const passages: Passage[] = [];
  const headings: string[] = [];
  let sentences: string[] = [];
  let length = 0;
  /** A heading with nothing below it yet. */
  let bare: Heading | null = null;

  function close(): void {
    if (sentences.length > 0)
      passages.push({ documentId: id, title: headings.filter(Boolean).join(', '), sentences });
    sentences = [];
    length = 0;
  }

  /** A line that looked like a heading but has nothing below it becomes a passage. */
  function keepBare(next: Heading | null): void {
    if (bare === null || (next !== null && next.level > bare.level)) return;
    const { level, text: line } = bare;
    const title = headings
      .slice(0, level - 1)
      .filter(Boolean)
      .join(', ');
    if (line !== '') passages.push({ documentId: id, title, sentences: blockSentences(line) });
  }

  function add(sentence: string): void {
    if (length > 0 && length + sentence.length > MAX_PASSAGE) close();
    sentences.push(sentence);
    length += sentence.length;
  }

  for (const block of toBlocks(text)) {
    const heading = readHeading(block);
    if (heading !== null) {
      close();
      keepBare(heading);
      bare = heading.rest === '' ? heading : null;
      headings.length = heading.level - 1;
      headings[heading.level - 1] = heading.text;
      if (heading.rest === '') continue;
    } else if (!sentences.at(-1)?.endsWith(':')) close();
    for (const sentence of blockSentences(heading?.rest ?? block)) {
      bare = null;
      add(sentence);
    }
  }
  close();
  keepBare(null);
  return passages;
}

/** Paragraphs, with each heading a block of its own. */
function toBlocks(text: string): string[] {
  const spaced = text
    .replace(/\r\n?/g, '\n')
    .replace(/^(#{1,6} .*)$/gm, '\n$1\n')
    .replace(/^(?=\s*(?:\*\*)?(?:Q|Question)\s*\d*\s*[:.])/gim, '\n');
  return spaced
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

interface Heading {
  /** From 1; a question of a list stands below every heading. */
  readonly level: number;
  readonly text: string;
  /** What follows it in the same block. */
  readonly rest: string;
}

const LOWEST_LEVEL = 7;
/** A question, bold or not. */
const ASKS = /\?\s*(?:\*\*|__)?\s*$/;

function readHeading(block: string): Heading | null {
  const [first = '', ...others] = block.split('\n');
  if (first.length > MAX_MARKED_HEADING) return null;
  const marked = /^(#{1,6})(?:\s+(.*?))?\s*#*$/.exec(block);
  if (marked?.[1] !== undefined)
    return { level: marked[1].length, text: plain(marked[2] ?? ''), rest: '' };
  const asked =
    /^(?:\*\*)?(?:Q|Question)\s*\d*\s*[:.]\s*(.+?)(?:\*\*)?\s*\n\s*(?:\*\*)?(?:A|Answer)\s*\d*\s*[:.](?:\*\*)?\s*([\s\S]+)$/i.exec(
      block,
    );
  if (asked !== null)
    return { level: LOWEST_LEVEL, text: plain(asked[1] ?? ''), rest: asked[2] ?? '' };
  // A question on a line of its own heads what stands below it.
  if (others.length > 0 && first.length <= MAX_PLAIN_HEADING && ASKS.test(first))
    return { level: LOWEST_LEVEL, text: plain(first), rest: others.join('\n') };
  if (block.length > MAX_PLAIN_HEADING || others.length > 0) return null;
  const [, number = '', named] = /^(\d+(?:\.\d+)*)\.?\s+(\p{Lu}[^.!:;]*)$/u.exec(block) ?? [];
  if (named !== undefined) {
    const level = Math.min(LOWEST_LEVEL, 1 + number.split('.').length);
    return { level, text: plain(named), rest: '' };
  }
  if (/[.!:;,]$/.test(block) || !/^\p{Lu}/u.test(block)) return null;
  return { level: block.endsWith('?') ? LOWEST_LEVEL : 2, text: plain(block), rest: '' };
}

function blockSentences(block: string): string[] {
  // A list's items are sentences of their own; other line ends are only where the line was full.
  const items = block.split(/\n(?=\s*(?:[-*•]|\d+[.)])\s+)|\n(?=[^\n:]{1,60}: )/);
  return items
    .map((item) => plain(item.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')))
    .filter((item) => /[\p{L}\p{N}]/u.test(item))
    .flatMap((item) => toSentences(item))
    .flatMap(cutLong)
    .map((sentence) => (/[.!?…:]["'”’)]*$/u.test(sentence) ? sentence : `${sentence}.`));
}

function cutLong(sentence: string): string[] {
  if (sentence.length <= MAX_SENTENCE) return [sentence];
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_SENTENCE) {
    const space = rest.lastIndexOf(' ', MAX_SENTENCE);
    const end = space > MAX_SENTENCE / 2 ? space : MAX_SENTENCE;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Without the marks of Markdown, on one line. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/^[>\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
