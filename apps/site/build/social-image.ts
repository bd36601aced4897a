import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import satori from 'satori';
import type { SocialCard } from '../src/app/head/social-cards.ts';
import { renderPng } from './render-png.ts';

const require = createRequire(import.meta.url);
const FONT = '@fontsource/young-serif/files/young-serif-latin-400-normal.woff';
const art = join(import.meta.dirname, '../src/ui/art/hearth.svg');

/** One card as a PNG: its text in the display font beside the fire. */
export async function socialImage(card: SocialCard, name: string): Promise<Uint8Array> {
  const [font, hearth, mark] = await Promise.all([
    readFile(require.resolve(FONT)),
    readFile(art),
    readFile(join(import.meta.dirname, '../public/favicon.svg')),
  ]);
  // Satori takes a React node and reads only these fields.
  const node = layout(card, name, dataUrl(hearth), dataUrl(mark)) as unknown as Parameters<
    typeof satori
  >[0];
  const svg = await satori(node, {
    width: card.width,
    height: card.height,
    fonts: [{ name: 'Young Serif', data: font, weight: 400, style: 'normal' }],
  });
  return renderPng(svg, card.width);
}

function dataUrl(svg: Buffer): string {
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}

type Style = Readonly<Record<string, string | number>>;

interface Box {
  readonly type: 'div' | 'img';
  readonly props: {
    readonly style?: Style;
    readonly children?: readonly Box[] | string;
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
  };
}

const GROUND = '#1c120c';

function layout(card: SocialCard, name: string, hearth: string, mark: string): Box {
  const fire = { position: 'absolute', left: 440, top: -22 };
  // The sparks fade before they reach the text.
  const dusk = {
    position: 'absolute',
    left: 430,
    top: 0,
    width: 330,
    height: card.height,
    backgroundImage: `linear-gradient(90deg, ${GROUND} 45%, rgba(28, 18, 12, 0))`,
  };
  return box(
    { width: card.width, height: card.height, background: GROUND, fontFamily: 'Young Serif' },
    [
      picture(hearth, 880, 664, fire),
      box(dusk, []),
      box(column(card), [
        box({ alignItems: 'center', fontSize: 46 }, [
          picture(mark, 76, 76, { marginRight: 12, marginLeft: -8 }),
          box({}, name),
        ]),
        box(
          {
            fontSize: card.title.length > 36 ? 74 : 86,
            lineHeight: 1.04,
            letterSpacing: -2,
            width: 610,
          },
          card.title,
        ),
        box({ fontSize: 32, color: '#f5b547' }, card.line),
      ]),
    ],
  );
}

function column({ height }: SocialCard) {
  return {
    position: 'absolute',
    left: 64,
    top: 0,
    width: 680,
    height,
    padding: '48px 0 56px',
    boxSizing: 'border-box',
    flexDirection: 'column',
    justifyContent: 'space-between',
    color: '#fbeeda',
  };
}

function picture(src: string, width: number, height: number, style: Style): Box {
  return { type: 'img', props: { src, width, height, style } };
}

function box(style: Style, children: readonly Box[] | string): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}
