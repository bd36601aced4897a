import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface GoProgram {
  readonly name: string;
  /** Path of the Go module, its pinned version, and the command in it. */
  readonly module: string;
  readonly version: string;
  readonly command: string;
  /** A file of this repository that is the command's source, where the module has none of that path. */
  readonly source?: string;
}

const run = promisify(execFile);

/** Of an earlier run, else built of its source by the proxy of Go modules, once; null where Go is missing. */
export async function buildGoProgram(asked: GoProgram): Promise<string | null> {
  const { name, module, version, command } = asked;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kindling-tests');
  const program = join(cache, `${name}-${version}${hashOf(asked.source)}`);
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return null;
  const env = { ...process.env, GOFLAGS: '-mod=mod', CGO_ENABLED: '0' };
  const work = mkdtempSync(join(tmpdir(), 'kindling-go-build-'));
  try {
    const download = ['mod', 'download', '-json', `${module}@${version}`];
    const { stdout } = await run('go', download, { cwd: work, env });
    const { Dir } = JSON.parse(stdout) as { readonly Dir: string };
    // The module's own folder is not to be written to.
    const source = join(work, 'source');
    cpSync(Dir, source, { recursive: true });
    await run('chmod', ['-R', 'u+w', source]);
    if (asked.source !== undefined) {
      mkdirSync(join(source, command), { recursive: true });
      cpSync(asked.source, join(source, command, 'main.go'));
    }
    const built = join(work, name);
    const build = ['build', '-trimpath', '-ldflags', '-s -w', '-o', built, command];
    await run('go', build, { cwd: source, env, maxBuffer: 64e6 });
    mkdirSync(cache, { recursive: true });
    // Whole or not there: another run may build it, too.
    cpSync(built, `${program}.${process.pid}`);
    renameSync(`${program}.${process.pid}`, program);
    return program;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function hashOf(path: string | undefined): string {
  if (path === undefined) return '';
  return `-${createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)}`;
}
