/** Builds the booking pages and the embedding script beside the site, as things of their own: nobody who only reads the site loads them. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand } from '@kindling/protocol/brand';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, build, type InlineConfig } from 'vite';
import { lowPriorityScripts } from './low-priority-scripts.ts';
import { slimIcons } from './slim-icons.ts';

const root = import.meta.dirname;
const pages = ['demo', 'booking'] as const;

type Shells = Readonly<Record<(typeof pages)[number], string>>;

export interface BookingBuildOptions {
  readonly dist: string;
  /** Checks a finished page; throws on what its policy would forbid. */
  check(file: string, html: string): void;
}

/** Writes `scheduling/{demo,booking}/index.html`, `scheduling/{widget,before-paint}.js` and their assets into `dist`. */
export async function buildBooking({ dist, check }: BookingBuildOptions): Promise<void> {
  await buildPages(dist);
  await buildScript(dist, 'widget', 'src/widget/widget.ts');
  await buildScript(dist, 'before-paint', 'src/booking/before-paint.ts');
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

function buildPages(dist: string) {
  return build(
    config(dist, {
      assetsInlineLimit: 0,
      // Both pages share a chunk: fetched at once rather than when the first script has been read.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pages.map((page) => join(root, `scheduling/${page}/index.html`)) },
    }),
  );
}

/** A classic script under a fixed name, which pages elsewhere can refer to. */
function buildScript(dist: string, name: string, entry: string) {
  return build(
    config(dist, {
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'iife', entryFileNames: `scheduling/${name}.js` },
      },
    }),
  );
}

async function renderShells(dist: string): Promise<Shells> {
  const folder = `${dist}-booking-prerender`;
  const options = { ssr: 'src/booking/prerender-entry.tsx', emptyOutDir: true };
  await build({ ...config(folder, options), ssr: { noExternal: true } });
  const entry = (await import(pathToFileURL(join(folder, 'prerender-entry.js')).href)) as {
    renderShells(): Shells;
  };
  await rm(folder, { recursive: true });
  return entry.renderShells();
}

/** The site's own configuration is about the site's chunks; these builds share only its plugins. */
function config(outDir: string, options: BuildEnvironmentOptions): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss(), slimIcons(), lowPriorityScripts()],
    build: { target: 'es2022', outDir, emptyOutDir: false, copyPublicDir: false, ...options },
  };
}

async function fontPreloads(dist: string): Promise<string> {
  const fonts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.woff2'));
  return fonts
    .map((name) => {
      return `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`;
    })
    .join('\n    ');
}
