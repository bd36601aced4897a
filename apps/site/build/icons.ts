import { renderPng } from './render-png.ts';

/** The flame of the logo on its dark ground, as the icons that systems ask for, by file name. */
export async function icons(favicon: string): Promise<Readonly<Record<string, Uint8Array>>> {
  const whole = fullBleed(favicon, 1);
  // A mask may leave no more than the middle four fifths.
  const masked = fullBleed(favicon, 0.78);
  const small = await renderPng(favicon, 32);
  return {
    'favicon.ico': icoOf(small, 32),
    'apple-touch-icon.png': await renderPng(whole, 180),
    'icon-192.png': await renderPng(favicon, 192),
    'icon-512.png': await renderPng(favicon, 512),
    'icon-maskable-192.png': await renderPng(masked, 192),
    'icon-maskable-512.png': await renderPng(masked, 512),
  };
}

const SIDE = 64;

/** The same picture to the very corners, the drawing scaled about the middle. */
function fullBleed(favicon: string, scale: number): string {
  const ground = /<rect[^>]*fill="([^"]+)"[^>]*\/>/.exec(favicon);
  const content = favicon.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  if (!ground) throw new Error('favicon.svg has no <rect> with a fill as its ground');
  const shift = (SIDE * (1 - scale)) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${ground[1]}"/>`,
    `<g transform="translate(${shift} ${shift}) scale(${scale})">`,
    content.replace(ground[0], ''),
    '</g></svg>',
  ].join('');
}

/** An .ico that holds one PNG: a header of 6 bytes, one entry of 16, the PNG. */
function icoOf(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
