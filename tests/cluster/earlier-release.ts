import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from '../../apps/server/testing/server/bundle-server.ts';

const repository = new URL('../../', import.meta.url).pathname;
const MIGRATIONS = 'apps/server/src/platform/database/migrations';

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/**
 * The release before this one: the last that is tagged, and until there are any the commit before the newest migration,
 * whose server knows the schema of then. Null: the history is not here.
 */
export function findEarlierRelease(): string | null {
  try {
    const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
    if (tag) return git('rev-parse', `${tag}^{commit}`);
    return git('rev-parse', `${git('log', '-1', '--format=%H', '--', MIGRATIONS)}^`);
  } catch {
    return null;
  }
}

/** The server of that commit for tests, with its own packages, and what this one has installed of others'. */
export async function bundleEarlierServer(commit: string): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/earlier', commit);
  if (!existsSync(folder)) unpack(commit, folder);
  // Named apart from this release's.
  const program = join(folder, `apps/server/testing/server/earlier-${commit.slice(0, 12)}.ts`);
  writeFileSync(program, "import './server-process.ts';\n");
  return bundleServer(program);
}

function unpack(commit: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules/@kindling'), { recursive: true });
  const parts = ['apps/server', 'packages', 'content', 'package.json'];
  const archive = execFileSync('git', ['archive', commit, ...parts], {
    cwd: repository,
    maxBuffer: 256 << 20,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@kindling', name));
}
