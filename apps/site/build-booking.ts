/** Builds the booking pages and the embedding script beside the site, as separate bundles: visitors who only read the site never load them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '@kindling/protocol/brand';
import { build } from 'vite';
import { apartConfig, buildApart, fontPreloads, readPrerenderEntry } from './build/built-apart.ts';

const root = import.meta.dirname;
const pages = ['demo', 'booking'] as const;

type Shells = Readonly<Record<(typeof pages)[number], string>>;

export interface BookingBuildOptions {
  readonly dist: string;
  /** Checks a finished page; throws on what the CSP forbids. */
  check(file: string, html: string): void;
}

/** Writes `scheduling/{demo,booking}/index.html`, `scheduling/{widget,before-paint}.js` and their assets into `dist`. */
export async function buildBooking({ dist, check }: BookingBuildOptions): Promise<void> {
  await buildApart(
    dist,
    pages.map((page) => `scheduling/${page}/index.html`),
  );
  await buildScript(dist, 'widget', 'src/features/widget/widget.ts');
  await buildScript(dist, 'before-paint', 'src/features/booking/before-paint.ts');
  const shells = await renderShells(dist);
  const preloads = await fontPreloads(dist);
  for (const page of pages) {
    const file = `scheduling/${page}/index.html`;
    const template = await readFile(join(dist, file), 'utf8');
    const html = template
      .replaceAll('%brand%', brand.name)
      .replace('<!--preload-->', () => preloads)
      .replace('<!--app-->', () => shells[page]);
    check(file, html);
    await writeFile(join(dist, file), html);
  }
}

/** A classic script under a fixed name, which pages elsewhere can refer to. */
function buildScript(dist: string, name: string, entry: string) {
  return build(
    apartConfig(dist, {
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'iife', entryFileNames: `scheduling/${name}.js` },
      },
    }),
  );
}

async function renderShells(dist: string): Promise<Shells> {
  const entry = (await readPrerenderEntry(
    `${dist}-booking-prerender`,
    'src/features/booking/prerender-entry.tsx',
  )) as { renderShells(): Shells };
  return entry.renderShells();
}
