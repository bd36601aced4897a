/** Builds the call page into dist/, or into the folder it is given; `--demo` also builds its stories. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

const root = import.meta.dirname;
const demo = process.argv.includes('--demo');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
if (demo && folder === undefined) throw new Error('--demo needs a folder to build into.');
const dist = resolve(folder ?? join(root, 'dist'));

// Vite would take over a test run's NODE_ENV, and ship the development build of React.
process.env.NODE_ENV = 'production';

await build({
  root,
  logLevel: 'warn',
  mode: demo ? 'demo' : 'production',
  build: { outDir: dist, emptyOutDir: true },
});
const names = await readdir(dist, { recursive: true });
for (const name of names.filter((one) => /\.(?:html|css|js|svg)$/.test(one))) {
  const content = await readFile(join(dist, name));
  await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(content));
  await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
}
process.stdout.write('Call page built.\n');
