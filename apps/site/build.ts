/** Builds the site into dist/, or into the folder it is given: the client's assets, then every page as finished HTML. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { icons } from './build/icons.ts';
import { socialImage } from './build/social-image.ts';
import { buildBooking } from './build-booking.ts';
import { buildTalk } from './build-talk.ts';
import { coreChunk } from './core-chunk.ts';
import type { SocialCard } from './src/app/head/social-cards.ts';
import type { PageHead } from './src/pages/page-heads.ts';

interface ServerEntry {
  readonly pages: readonly PageHead[];
  render(path: string): string;
  headTags(page: PageHead): string;
  readonly brandName: string;
  readonly socialCards: readonly SocialCard[];
  siteFiles(builtOn: string): Readonly<Record<string, string>>;
}

// Vite would take over a test run's NODE_ENV, and ship the development build of React.
process.env.NODE_ENV = 'production';

const root = import.meta.dirname;
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const serverDist = `${dist}-prerender`;

await build({
  root,
  logLevel: 'warn',
  build: {
    outDir: dist,
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: coreChunk } },
  },
});
await build({
  root,
  // Vite would warn that lazy components are imported statically here, which is what prerendering wants.
  logLevel: 'error',
  build: {
    ssr: 'src/app/entry-server.tsx',
    outDir: serverDist,
    emptyOutDir: true,
    copyPublicDir: false,
  },
  // A single bundle: the packages of this repository are TypeScript sources.
  ssr: { noExternal: true },
});

const entry = (await import(
  pathToFileURL(join(serverDist, 'entry-server.js')).href
)) as ServerEntry;
const template = await readFile(join(dist, 'index.html'), 'utf8');
const fonts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.woff2'));

for (const page of entry.pages) {
  const file = join(dist, page.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, finishedPage(page));
}
await rm(serverDist, { recursive: true });
await writePictures();
for (const [name, text] of Object.entries(entry.siteFiles(new Date().toISOString().slice(0, 10)))) {
  await writeFile(join(dist, name), text);
}
await buildBooking({ dist, check: refuseInline });
await buildTalk({ dist, check: refuseInline });
await compressAll(dist);
console.log(`Site built: ${entry.pages.map((page) => page.file).join(', ')}`);

function finishedPage(page: PageHead): string {
  const html = template
    .replace('<!--head-->', () => entry.headTags(page))
    .replace('<!--preload-->', () => fonts.map(preload).join('\n    '))
    .replace('<!--app-->', () => entry.render(page.path));
  refuseInline(page.file, html);
  return html;
}

async function writePictures(): Promise<void> {
  for (const card of entry.socialCards) {
    await writeFile(join(dist, card.file), await socialImage(card, entry.brandName));
  }
  const favicon = await readFile(join(dist, 'favicon.svg'), 'utf8');
  for (const [name, icon] of Object.entries(await icons(favicon))) {
    await writeFile(join(dist, name), icon);
  }
}

function preload(font: string): string {
  return `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`;
}

/** The content-security policy forbids these, and a browser would only complain silently. JSON-LD is no script. */
function refuseInline(file: string, html: string): void {
  const found =
    /<style|\sstyle="|<script(?! type="application\/ld\+json">)(?![^>]*\ssrc=)|\son[a-z]+="/i.exec(
      html,
    );
  if (found) throw new Error(`${file} holds inline style or script, near: ${found[0]}`);
}

/** Writes a .br and a .gz beside every text file, smaller than on-the-fly compression. */
async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /\.(?:html|css|js|svg)$/.test(one))) {
    const file = join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
