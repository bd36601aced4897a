import { getDocumentProxy } from 'unpdf';

interface Line {
  text: string;
  readonly y: number;
  readonly height: number;
}

/** Lines further apart than so many of their heights are paragraphs of their own. */
const PARAGRAPH_GAP = 1.7;

/** The text of a PDF, page after page, until there are `most` characters of it. */
export async function readPdf(content: Uint8Array, most: number): Promise<string> {
  const document = await getDocumentProxy(content, { verbosity: 0 });
  try {
    const pages: string[] = [];
    let length = 0;
    for (let number = 1; number <= document.numPages && length <= most; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = joinLines(toLines(items));
      page.cleanup();
      pages.push(text);
      length += text.length;
    }
    return pages.join('\n\n');
  } finally {
    await document.loadingTask.destroy();
  }
}

function toLines(items: readonly object[]): Line[] {
  const lines: Line[] = [];
  let current: Line | null = null;
  for (const item of items) {
    if (!('str' in item && 'transform' in item && 'height' in item)) continue;
    const { str, transform, height } = item as { str: string; transform: number[]; height: number };
    const y = Number(transform[5] ?? 0);
    if (current === null) {
      current = { text: '', y, height };
      lines.push(current);
    }
    current.text += str;
    if ('hasEOL' in item && item.hasEOL === true) current = null;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function joinLines(lines: readonly Line[]): string {
  let text = '';
  let before: Line | null = null;
  for (const line of lines) {
    const apart =
      before !== null &&
      Math.abs(before.y - line.y) > PARAGRAPH_GAP * Math.max(1, before.height, line.height);
    // A word that was parted at the end of its line.
    const parted = /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text);
    if (parted) text = text.slice(0, -1);
    text += `${before === null || parted ? '' : apart ? '\n\n' : '\n'}${line.text.trim()}`;
    before = line;
  }
  return text;
}
