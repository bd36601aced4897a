import type { Locator, Page } from 'playwright-core';

export interface MeasuredContrast {
  /** The lowest ratio of the text's colour to what lies behind it (all but the worst 1 % of its pixels). */
  readonly ratio: number;
  /** What WCAG 1.4.3 asks of text of this size and weight. */
  readonly needed: number;
}

/** A page that moves under every one of so many looks has no place to measure. */
const MOST_LOOKS = 5;

/**
 * Contrast as the eye meets it: photographs the ground with the text made invisible and compares every
 * pixel behind the text's lines with its colour. For grounds that no tool can compute. Looks again where
 * the text moved meanwhile: another text would stand in the picture.
 */
export async function measureContrast(text: Locator): Promise<MeasuredContrast> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const measured = await measureOnce(text);
    if (measured !== null) return measured;
  }
  throw new Error(`${text} does not stand still`);
}

/** Null where the text moved while it was looked at. */
async function measureOnce(text: Locator): Promise<MeasuredContrast | null> {
  const page = text.page();
  // To the middle, clear of the sticky header.
  await text.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const isClear = box.top > 100 && box.bottom < innerHeight;
    if (!isClear) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  const { colour, needed, lines } = await readText(text);
  if (lines.length === 0) throw new Error(`nothing to measure in ${text}`);
  await text.evaluate((element) => {
    (element as HTMLElement).style.setProperty('color', 'transparent', 'important');
    (element as HTMLElement).style.setProperty('text-shadow', 'none', 'important');
  });
  let ratio = 0;
  try {
    ratio = await ratioBehind(page, lines, colour);
  } finally {
    await text.evaluate((element) => {
      (element as HTMLElement).style.removeProperty('color');
      (element as HTMLElement).style.removeProperty('text-shadow');
    });
  }
  const after = await readText(text);
  if (JSON.stringify(after.lines) !== JSON.stringify(lines)) return null;
  return { ratio, needed };
}

async function readText(text: Locator) {
  return text.evaluate((element) => {
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
    };
  });
}

type Box = { x: number; y: number; width: number; height: number };

/** One photograph of all lines: the lowest ratio in their boxes, but for the worst 1 %. */
async function ratioBehind(page: Page, lines: readonly Box[], colour: string): Promise<number> {
  const x = Math.min(...lines.map((line) => line.x));
  const y = Math.min(...lines.map((line) => line.y));
  const width = Math.max(...lines.map((line) => line.x + line.width)) - x;
  const height = Math.max(...lines.map((line) => line.y + line.height)) - y;
  const photo = await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' });
  const boxes = lines.map((line) => ({ ...line, x: line.x - x, y: line.y - y }));
  return page.evaluate(
    async ({ base64, boxes, colour }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const draw = canvas.getContext('2d', { willReadFrequently: true });
      if (!draw) throw new Error('no canvas');
      draw.drawImage(picture, 0, 0);
      const pixels = boxes.map(
        (box) => draw.getImageData(box.x, box.y, Math.ceil(box.width), Math.ceil(box.height)).data,
      );
      draw.fillStyle = colour;
      draw.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = draw.getImageData(0, 0, 1, 1).data;
      const linear = Array.from({ length: 256 }, (_, value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const luminance = (r = 0, g = 0, b = 0) =>
        0.2126 * (linear[r] ?? 0) + 0.7152 * (linear[g] ?? 0) + 0.0722 * (linear[b] ?? 0);
      const front = luminance(red, green, blue);
      const ratios: number[] = [];
      for (const data of pixels) {
        for (let at = 0; at < data.length; at += 4) {
          // Outside of the photograph there is nothing.
          if (data[at + 3] === 0) continue;
          const back = luminance(data[at], data[at + 1], data[at + 2]);
          ratios.push((Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05));
        }
      }
      const sorted = Float64Array.from(ratios).sort();
      return sorted[Math.floor(sorted.length / 100)] ?? 0;
    },
    { base64: photo.toString('base64'), boxes, colour },
  );
}
