import type { Page } from 'playwright-core';

/** How many pixels differ between two photographs of the same size by a contrast of at least 3 (WCAG 1.4.11). */
export function changedPixels(page: Page, before: Buffer, after: Buffer): Promise<number> {
  return page.evaluate(
    async (photos) => {
      const decode = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const draw = canvas.getContext('2d');
        if (!draw) throw new Error('no canvas');
        draw.drawImage(picture, 0, 0);
        return draw.getImageData(0, 0, picture.width, picture.height).data;
      };
      const linear = (value = 0) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      };
      const luminance = (data: Uint8ClampedArray, at: number) =>
        0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
      const [first, second] = await Promise.all(photos.map(decode));
      if (!first || !second || first.length !== second.length) throw new Error('sizes differ');
      let changed = 0;
      const same = (at: number) => first[at] === second[at];
      for (let at = 0; at < first.length; at += 4) {
        if (same(at) && same(at + 1) && same(at + 2)) continue;
        const a = luminance(first, at);
        const b = luminance(second, at);
        if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) changed += 1;
      }
      return changed;
    },
    [before.toString('base64'), after.toString('base64')],
  );
}
