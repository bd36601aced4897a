import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const FOLDER = resolve(import.meta.dirname, '../../../../node_modules/.cache/bundled');

/**
 * A server program as one file beside the packages it uses; answers its path. To find and load its
 * nine hundred modules one by one is a third of what a start costs, and tests start many servers.
 */
export async function bundleServer(program: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'silent',
    plugins: [ownModulesAlone],
  });
  const path = resolve(FOLDER, `${basename(program, '.ts')}.mjs`);
  await mkdir(FOLDER, { recursive: true });
  // Whole or not there: a server of another run may be starting from it.
  const own = `${path}.${process.pid}`;
  await writeFile(own, outputFiles[0]?.contents ?? '');
  await rename(own, path);
  return path;
}

/** Packages stay where they are, with the files they bring; so does what a module finds by where it lies. */
const ownModulesAlone: Plugin = {
  name: 'own-modules-alone',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === 'entry-point' || path.startsWith('@kindling/') ? null : { path, external: true },
    );
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};
