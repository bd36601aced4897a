import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bytes after `gzip -9` of the whole client, minified. */
const LIMIT = 5_700;

it('the client stays small, and brings no schemas', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  console.info(`gzip: ${size} B`);
  expect(size).toBeLessThanOrEqual(LIMIT);
  // A bundle without the table of routes would be small, too.
  expect(size).toBeGreaterThan(4_000);
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('zod'))).toEqual([]);
});
