import type { Model } from './model.ts';
import type { ToolCall } from './tools.ts';

/** A link or an image is held back until it is complete, up to this many characters. */
const MAX_HELD = 400;
const LINE_MARKS = /^\s*(?:(?:#{1,6}|[-*+•–]|\d{1,3}[.)]|>+)(?:\s+|$))+/;
const RULE = /^\s*(?:[-*_=]{3,}|[|:\-\s]{3,})\s*$/;
const EMOJI =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0E|\uFE0F|\u200D|\u20E3/gu;

/** Wraps `model` so that its answers can be read aloud: no Markdown, no emoji, no code blocks. */
export function withSpokenStyle(model: Model): Model {
  return { ...model, respond: (request) => toSpoken(model.respond(request)) };
}

/**
 * Removes what can only be read from a stream of text, whose pieces may be cut anywhere, even inside a mark. Tool
 * calls pass through.
 */
export function toSpoken(pieces: AsyncIterable<string>): AsyncGenerator<string>;
export function toSpoken(
  pieces: AsyncIterable<string | ToolCall>,
): AsyncGenerator<string | ToolCall>;
export async function* toSpoken(
  pieces: AsyncIterable<string | ToolCall>,
): AsyncGenerator<string | ToolCall> {
  const writer = createSpokenWriter();
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      yield piece;
      continue;
    }
    const spoken = writer.write(piece);
    if (spoken !== '') yield spoken;
  }
  const rest = writer.end();
  if (rest !== '') yield rest;
}

function createSpokenWriter() {
  let held = '';
  let lineStart = true;
  let inFence = false;
  let last = '';

  /** Joins to what was said before: one space between words, a full stop where a line just ended. */
  function join(text: string, endsLine: boolean): string {
    let spoken = text.replace(/\s+/g, ' ');
    if (last === '' || last === ' ') spoken = spoken.trimStart();
    if (endsLine) {
      const before = spoken.trimEnd() === '' ? last : spoken.trimEnd().slice(-1);
      const stop = /[\p{L}\p{N})"'’]/u.test(before) ? '. ' : ' ';
      spoken =
        last === ' ' && spoken === '' ? '' : `${spoken.trimEnd()}${before === '' ? '' : stop}`;
    }
    if (spoken !== '') last = spoken.slice(-1);
    return spoken;
  }

  function cleanPart(part: string): string {
    const endsLine = part.endsWith('\n');
    const line = endsLine ? part.slice(0, -1) : part;
    const atStart = lineStart;
    lineStart = endsLine;
    if (atStart && /^\s*(?:```|~~~)/.test(line)) {
      inFence = !inFence;
      return '';
    }
    if (inFence || (atStart && RULE.test(line))) return '';
    const body = atStart ? line.replace(LINE_MARKS, '') : line;
    // After a mark alone the line has not begun yet.
    if (atStart && !endsLine && body.trim() === '') lineStart = line.trim() === '';
    return join(cleanInline(body), endsLine);
  }

  function clean(text: string): string {
    return text
      .split(/(?<=\n)/)
      .map(cleanPart)
      .join('');
  }

  return {
    write(piece: string): string {
      held += piece;
      const cut = held.length > MAX_HELD ? held.length : findCut(held, lineStart || inFence);
      const ready = held.slice(0, cut);
      held = held.slice(cut);
      return ready === '' ? '' : clean(ready);
    },
    end(): string {
      const rest = held;
      held = '';
      return clean(rest).trimEnd();
    },
  };
}

/** Where the text can be cut without splitting a word, a link or a line's mark. */
function findCut(text: string, wholeLine: boolean): number {
  let cut = 0;
  for (const match of text.matchAll(/\s+/g)) {
    const end = match.index + match[0].length;
    const lineBegin = text.lastIndexOf('\n', match.index - 1) + 1;
    const startsLine = wholeLine || lineBegin > 0;
    const first = text.slice(lineBegin, end);
    // Fences, rules and tables can only be recognised by the whole line.
    const isMark = startsLine && /^\s*(?:`|~|\||[-*_=]{2})/.test(first) && !match[0].includes('\n');
    const before = text.slice(cut, match.index);
    if (!isMark && !isInside(before) && !isProduct(before, text.charAt(end))) cut = end;
  }
  return cut;
}

/** In "2 * 3" the asterisk means times and is no mark. */
function isProduct(before: string, next: string): boolean {
  return /\d\s*\*$/.test(before) || (/\d$/.test(before) && (next === '' || next === '*'));
}

/** Whether a link text or address is still open. */
function isInside(text: string): boolean {
  const open = text.lastIndexOf('[');
  if (open === -1) return false;
  const rest = text.slice(open);
  return !rest.includes(']') || /\]\([^)]*$/.test(rest);
}

function cleanInline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(EMOJI, '')
    .replace(/(\d)\s*\*\s*(?=\d)/g, '$1 times ')
    .replace(/[*`~]+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s*\|\s*/g, ' ');
}
