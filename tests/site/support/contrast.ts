import type { ElementHandle, Locator, Page } from 'playwright-core';

export interface MeasuredContrast {
  /** The lowest ratio of the text's colour to what lies behind it (all but the worst 1 % of its pixels). */
  readonly ratio: number;
  /** What WCAG 1.4.3 asks of text of this size and weight. */
  readonly needed: number;
}

/** A page that moves under every one of so many looks has no place to measure. */
const MOST_LOOKS = 5;

/**
 * Contrast as the eye meets it: photographs the ground with the texts made invisible and compares every
 * pixel behind a text's lines with its colour. For grounds that no tool can compute. Texts that can be seen
 * at once share a photograph. Looks again where a text moved meanwhile: another text would stand in the
 * picture. Resolves in the order of `texts`, all of one page's own frame.
 */
export async function measureContrasts(texts: readonly Locator[]): Promise<MeasuredContrast[]> {
  const found = await Promise.all(texts.map((text) => text.elementHandle()));
  const measured = new Map<number, MeasuredContrast>();
  const looks = new Map<number, number>();
  for (;;) {
    const open = found.flatMap((text, index) => (text && !measured.has(index) ? [index] : []));
    const [first] = open;
    if (first === undefined) break;
    const tries = (looks.get(first) ?? 0) + 1;
    looks.set(first, tries);
    if (tries > MOST_LOOKS) throw new Error(`${texts[first]} does not stand still`);
    const handles = open.flatMap((index) => found[index] ?? []);
    for (const [at, contrast] of await measureSeen(texts[first]?.page(), handles)) {
      const index = open[at];
      if (index !== undefined) measured.set(index, contrast);
    }
  }
  return texts.map((text, index) => {
    const contrast = measured.get(index);
    if (contrast === undefined) throw new Error(`nothing to measure in ${text}`);
    return contrast;
  });
}

type Text = ElementHandle<Element>;

/** Brings the first text into view and measures all that stand there; by their index. */
async function measureSeen(
  page: Page | undefined,
  texts: readonly Text[],
): Promise<Map<number, MeasuredContrast>> {
  const measured = new Map<number, MeasuredContrast>();
  const [first] = texts;
  if (!page || !first) return measured;
  // To the middle, clear of the sticky header.
  await first.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const isClear = box.top > 100 && box.bottom < innerHeight;
    if (!isClear) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  const before = await page.evaluate(readTexts, texts);
  if (before[0]?.lines.length === 0) throw new Error(`nothing to measure in ${first}`);
  const seen = before.flatMap((text, index) => (index === 0 || text.isClear ? [index] : []));
  const hidden = seen.flatMap((index) => texts[index] ?? []);
  await page.evaluate(hideTexts, hidden);
  const lines = seen.flatMap((index) => before[index]?.lines ?? []);
  let ratios: number[];
  try {
    ratios = await ratiosBehind(
      page,
      surround(lines),
      seen.flatMap((index) => before[index] ?? []),
    );
  } finally {
    await page.evaluate(showTexts, hidden);
  }
  const after = await page.evaluate(readTexts, texts);
  for (const [at, index] of seen.entries()) {
    const { lines: was, needed } = before[index] ?? {};
    const stood = JSON.stringify(was) === JSON.stringify(after[index]?.lines);
    if (stood && needed !== undefined) measured.set(index, { ratio: ratios[at] ?? 0, needed });
  }
  return measured;
}

function hideTexts(elements: readonly Element[]): void {
  for (const element of elements as readonly HTMLElement[]) {
    element.style.setProperty('color', 'transparent', 'important');
    element.style.setProperty('text-shadow', 'none', 'important');
  }
}

function showTexts(elements: readonly Element[]): void {
  for (const element of elements as readonly HTMLElement[]) {
    element.style.removeProperty('color');
    element.style.removeProperty('text-shadow');
  }
}

function readTexts(elements: readonly Element[]) {
  return elements.map((element) => {
    const style = getComputedStyle(element);
    // Its own words only: a dot or an icon beside them is not to be read.
    const words = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    const rects = words.flatMap((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()];
    });
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number.parseInt(style.fontWeight, 10) >= 700);
    const boxes = rects.filter((box) => box.width > 0 && box.height > 0);
    return {
      colour: style.color,
      needed: isLarge ? 3 : 4.5,
      lines: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
      isClear:
        boxes.length > 0 &&
        boxes.every(
          ({ top, bottom, left, right }) =>
            top > 100 && bottom < innerHeight && left >= 0 && right <= innerWidth,
        ),
    };
  });
}

type Box = { x: number; y: number; width: number; height: number };

function surround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/** One photograph of all: for each text the lowest ratio behind its lines, but for the worst 1 %. */
async function ratiosBehind(
  page: Page,
  clip: Box,
  texts: readonly { readonly colour: string; readonly lines: readonly Box[] }[],
): Promise<number[]> {
  const photo = await page.screenshot({ clip, animations: 'disabled' });
  return page.evaluate(
    async ({ base64, clip, texts }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const draw = canvas.getContext('2d', { willReadFrequently: true });
      const paint = new OffscreenCanvas(1, 1).getContext('2d');
      if (!draw || !paint) throw new Error('no canvas');
      draw.drawImage(picture, 0, 0);
      const linear = Array.from({ length: 256 }, (_, value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const luminance = (r = 0, g = 0, b = 0) =>
        0.2126 * (linear[r] ?? 0) + 0.7152 * (linear[g] ?? 0) + 0.0722 * (linear[b] ?? 0);
      return texts.map(({ colour, lines }) => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
        const front = luminance(red, green, blue);
        const ratios: number[] = [];
        for (const { x, y, width, height } of lines) {
          const size = [Math.ceil(width), Math.ceil(height)] as const;
          const { data } = draw.getImageData(x - clip.x, y - clip.y, ...size);
          for (let at = 0; at < data.length; at += 4) {
            // Outside of the photograph there is nothing.
            if (data[at + 3] === 0) continue;
            const back = luminance(data[at], data[at + 1], data[at + 2]);
            ratios.push((Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05));
          }
        }
        const sorted = Float64Array.from(ratios).sort();
        return sorted[Math.floor(sorted.length / 100)] ?? 0;
      });
    },
    { base64: photo.toString('base64'), clip, texts },
  );
}
