import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';

const KILOBYTE = 1_000;

/** What is imported when it is needed stays outside: a page loads the rest at once, as one file. */
const later: Plugin = {
  name: 'later',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** A library of others, and a chunk of its own: see below. */
const withoutLivekit: Plugin = {
  name: 'without-livekit',
  setup({ onResolve }) {
    onResolve({ filter: /^livekit-client$/ }, ({ path }) => ({ path, external: true }));
  },
};

async function bundle(entry: string, plugins: Plugin[] = []): Promise<readonly string[]> {
  const { outputFiles } = await chunks(entry, plugins);
  return outputFiles.map(({ text }) => text);
}

function chunks(entry: string, plugins: Plugin[] = []) {
  return build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    write: false,
    outdir: '/out',
    logLevel: 'silent',
    metafile: true,
    plugins,
  });
}

async function sizeAtOnce(entry: string): Promise<number> {
  const texts = await bundle(entry, [later]);
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

it('the core is at most 25 kB, gzipped', async () => {
  const size = await sizeAtOnce('index.ts');
  expect(size).toBeGreaterThan(5 * KILOBYTE);
  expect(size).toBeLessThanOrEqual(25 * KILOBYTE);
});

it('the engine is at most 20 kB, gzipped', async () => {
  const size = await sizeAtOnce('engine/index.ts');
  expect(size).toBeGreaterThan(KILOBYTE);
  expect(size).toBeLessThanOrEqual(20 * KILOBYTE);
});

it.each(['index.ts', 'frame/index.ts'])(
  '%s evaluates nothing and loads nothing from elsewhere',
  async (entry) => {
    const all = (await bundle(entry, [withoutLivekit])).join('\n');
    expect(all.match(/\beval\(|\bnew Function\b|createObjectURL/g)).toBeNull();
    expect(all.match(/['"`](?:https?:)?\/\/[^'"`]*/g)).toBeNull();
  },
);

it('the client of LiveKit is at most 160 kB, gzipped, and evaluates nothing', async () => {
  const size = await sizeAtOnce('engine/livekit/index.ts');
  expect(size).toBeGreaterThan(100 * KILOBYTE);
  expect(size).toBeLessThanOrEqual(160 * KILOBYTE);
  const all = (await bundle('engine/livekit/index.ts')).join('\n');
  expect(all.match(/\beval\(|\bnew Function\b|createObjectURL/g)).toBeNull();
});

it('the engine has no way to it but on demand, and no chunk with it in common', async () => {
  const { metafile } = await chunks('engine/index.ts');
  const outputs = Object.values(metafile.outputs);
  const engine = outputs.find(({ entryPoint }) => entryPoint?.endsWith('engine/index.ts'));
  expect(engine?.imports.map(({ kind }) => kind)).toEqual(['dynamic-import']);
});
