import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bytes after `gzip -9` of minified code, the call library left out. */
const LIMITS = {
  /** The package's own code, as a page loads it for a call. */
  own: 6_000,
  /** With the REST client that it uses. */
  withClient: 7_000,
  /** Provider and hook, React and the client left out. */
  react: 4_600,
} as const;

async function bundle(entry: string, external: readonly string[]) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    external: ['@kindling/call', ...external],
  });
  return outputFiles.map(({ path, text }) => ({ path, text }));
}

type Files = Awaited<ReturnType<typeof bundle>>;

const weigh = (text: string) => gzipSync(text, { level: 9 }).length;
/** What comes with the entry; the rest is loaded when a page asks for it. */
const entryOf = (files: Files) => files.find(({ path }) => path.endsWith('index.js'))?.text ?? '';

it('the client stays small', async () => {
  const own = weigh(entryOf(await bundle('index.ts', ['@kindling/api-client/*'])));
  const withClient = weigh(entryOf(await bundle('index.ts', [])));
  const react = weigh(entryOf(await bundle('react/index.ts', ['react', 'react/*'])));
  console.info(`gzip: own ${own} B, with REST client ${withClient} B, /react ${react} B`);
  expect(own).toBeLessThanOrEqual(LIMITS.own);
  expect(withClient).toBeLessThanOrEqual(LIMITS.withClient);
  expect(react).toBeLessThanOrEqual(LIMITS.react);
  // A bundle without the class would be small, too.
  expect(own).toBeGreaterThan(3_000);
});

it('what few calls need comes only with them', async () => {
  const files = await bundle('index.ts', []);
  const rest = files.filter(({ path }) => !path.endsWith('index.js')).map(({ path }) => path);
  expect(rest.map((path) => path.replace(/^.*\/|-\w+\.js$/g, '')).sort()).toEqual([
    'microphone-gain',
    'video-recording',
  ]);
});

it('evaluates nothing and names no other site', async () => {
  for (const { path, text } of await bundle('index.ts', [])) {
    expect(text, path).not.toMatch(/\beval\b|new Function|createElement\("script"|importScripts/);
    expect(text, path).not.toMatch(/(https?|wss?|blob):/);
    expect(text, path).not.toMatch(/\b(set(Timeout|Interval))\(["'`]/);
  }
});
