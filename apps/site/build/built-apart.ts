/** For pages that are built beside the site, as separate bundles: visitors who only read the site never load them. */
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, build, type InlineConfig } from 'vite';
import { lowPriorityScripts } from '../low-priority-scripts.ts';
import { slimIcons } from '../slim-icons.ts';

const root = resolve(import.meta.dirname, '..');

/** The site's own configuration is about the site's chunks; these builds share only its plugins. */
export function apartConfig(outDir: string, options: BuildEnvironmentOptions): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss(), slimIcons(), lowPriorityScripts()],
    build: { target: 'es2022', outDir, emptyOutDir: false, copyPublicDir: false, ...options },
  };
}

/** Builds the pages of these HTML files (below the site's folder) with their assets into `dist`. */
export function buildApart(dist: string, files: readonly string[]) {
  return build(
    apartConfig(dist, {
      assetsInlineLimit: 0,
      // Pages may share a chunk: preloaded instead of discovered in the first script.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: files.map((file) => join(root, file)) },
    }),
  );
}

/** What `entry` exports, built for Node and read; `folder` is made and removed again. */
export async function readPrerenderEntry(folder: string, entry: string): Promise<unknown> {
  await build({
    ...apartConfig(folder, { ssr: entry, emptyOutDir: true }),
    ssr: { noExternal: true },
  });
  const read: unknown = await import(pathToFileURL(join(folder, 'prerender-entry.js')).href);
  await rm(folder, { recursive: true });
  return read;
}

/** Tags that fetch the fonts of `dist` at once. */
export async function fontPreloads(dist: string): Promise<string> {
  const fonts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.woff2'));
  return fonts
    .map((name) => {
      return `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`;
    })
    .join('\n    ');
}
