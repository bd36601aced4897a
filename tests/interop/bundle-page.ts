import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const callLibrary = new URL('../../packages/call/src/index.ts', import.meta.url).pathname;

/**
 * Builds a page of `pages/` as a site of its own, with our call library in the place of the
 * published one, whichever version of it a client brings; nothing else is changed. `instead`: other
 * versions of what the page imports. Resolves with the folder, for `SITE_DIST`.
 */
export async function bundlePage(
  page: string,
  instead: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-interop-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'pages'),
    resolve: {
      alias: Object.entries({ ...instead, '@daily-co/daily-js': callLibrary }).map(
        ([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }),
      ),
    },
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      minify: false,
      rollupOptions: {
        input: join(import.meta.dirname, 'pages', page),
        output: { entryFileNames: 'main.js', assetFileNames: '[name][extname]' },
      },
    },
  });
  const icon = '<link rel="icon" href="data:,">';
  const script = '<script type="module" src="/main.js"></script>';
  const head = `<meta charset="utf-8"><title>Interop</title>${icon}${script}`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html><html lang="en">${head}`);
  return folder;
}
