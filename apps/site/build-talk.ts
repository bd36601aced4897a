/** Builds the page where an assistant answers beside the site, as a separate bundle: visitors who only read the site never load it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '@kindling/protocol/brand';
import { buildApart, fontPreloads, readPrerenderEntry } from './build/built-apart.ts';

export interface TalkBuildOptions {
  readonly dist: string;
  /** Checks the finished page; throws on what the CSP forbids. */
  check(file: string, html: string): void;
}

/** Writes `talk/index.html` and its assets into `dist`. */
export async function buildTalk({ dist, check }: TalkBuildOptions): Promise<void> {
  const file = 'talk/index.html';
  await buildApart(dist, [file]);
  const entry = (await readPrerenderEntry(
    `${dist}-talk-prerender`,
    'src/features/talk/prerender-entry.tsx',
  )) as { renderShell(): string };
  const preloads = await fontPreloads(dist);
  const html = (await readFile(join(dist, file), 'utf8'))
    .replaceAll('%brand%', brand.name)
    .replace('<!--preload-->', () => preloads)
    .replace('<!--app-->', () => entry.renderShell());
  check(file, html);
  await writeFile(join(dist, file), html);
}
