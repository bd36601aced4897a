import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Packs the browser packages as a registry would serve them: JavaScript and types instead of the
 * sources they run from here. Prints the tarballs. The folder is the first argument.
 */

const root = resolve(import.meta.dirname, '..');
const names = ['protocol', 'api-client', 'call', 'assistant'] as const;
const target = resolve(process.argv[2] ?? join(root, 'dist/packages'));

interface Manifest {
  private?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const work = mkdtempSync(join(tmpdir(), 'kindling-pack-'));
try {
  run('tsc', ['-p', 'tsconfig.packages.json', '--outDir', work], root);
  mkdirSync(target, { recursive: true });
  for (const name of names) console.log(pack(name));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(name: (typeof names)[number]): string {
  const source = join(root, 'packages', name);
  const folder = join(work, 'packed', name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(work, name, 'src'), join(folder, 'dist'), { recursive: true });
  // What the compiler does not touch: worklets and the like.
  cpSync(join(source, 'src'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.tsx?$/.test(path) && !path.endsWith('/testing'),
  });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const readme = join(source, 'README.md');
  if (existsSync(readme)) cpSync(readme, join(folder, 'README.md'));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  const packed = run('npm', ['pack', '--json', '--pack-destination', target], folder);
  const [tarball] = JSON.parse(packed) as { filename: string }[];
  if (tarball === undefined) throw new Error(`npm packed nothing of ${name}.`);
  return join(target, tarball.filename);
}

function published({ private: _, devDependencies: __, ...manifest }: Manifest): object {
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([door, path]) => {
      const built = path.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '');
      return [door, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  return { ...manifest, exports, files: ['dist'] };
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
