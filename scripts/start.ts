import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

/** Builds the site and the call page when they are missing or older than their sources, then runs the server. */

const root = resolve(import.meta.dirname, '..');

const BROWSER_PACKAGES = [
  'packages/api-client',
  'packages/assistant',
  'packages/call',
  'packages/protocol',
];

/** What is built before the server starts, and everything it is made from. */
const BUILDS = [
  {
    what: 'the site',
    workspace: '@kindling/site',
    page: 'apps/site/dist/index.html',
    sources: ['apps/site', ...BROWSER_PACKAGES],
    // A folder given in the environment is built already.
    given: process.env.SITE_DIST,
  },
  {
    what: 'the call page',
    workspace: '@kindling/room',
    page: 'apps/room/dist/index.html',
    sources: ['apps/room', 'apps/site/src', ...BROWSER_PACKAGES],
    given: process.env.ROOM_DIST,
  },
] as const;
type Build = (typeof BUILDS)[number];

const NOT_SOURCES = new Set(['dist', 'dist-server', 'node_modules', '.vite']);

if (Number.parseInt(process.versions.node, 10) < 24) {
  fail(`Kindling needs Node 24, this is ${process.version}. Start it with: npm start`);
}
for (const one of BUILDS) if (!one.given && !isFresh(one)) build(one);
// npm starts a shell in between that dies of a SIGTERM without passing it on: its death is the signal.
if (process.env.npm_lifecycle_event !== undefined) await import('./stop-with-parent.ts');
await import('../apps/server/src/main.ts');

function isFresh({ page, sources }: Build): boolean {
  const built = join(root, page);
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  return sources.every((folder) => newestChange(join(root, folder)) <= builtAt);
}

function newestChange(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name) || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestChange(path) : statSync(path).mtimeMs);
  }
  return newest;
}

function build({ what, workspace }: Build): void {
  process.stdout.write(`Building ${what}, once …\n`);
  const { status } = spawnSync('npm', ['run', 'build', '--workspace', workspace], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // npm runs scripts with the first node it finds: let it be this one.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  });
  if (status !== 0) fail(`Could not build ${what}; what went wrong is said above.`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
