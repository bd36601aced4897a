import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

/** Builds the site when it is missing or older than its sources, then runs the server. */

const root = resolve(import.meta.dirname, '..');

/** Everything the built site is made from. */
const SITE_SOURCES = [
  'apps/site',
  'packages/api-client',
  'packages/assistant',
  'packages/call',
  'packages/protocol',
];
const NOT_SOURCES = new Set(['dist', 'dist-server', 'node_modules', '.vite']);

if (Number.parseInt(process.versions.node, 10) < 24) {
  fail(`Kindling needs Node 24, this is ${process.version}. Start it with: npm start`);
}
// Who names a built site has built it.
if (!process.env.SITE_DIST && !siteIsFresh()) buildSite();
if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
await import('../apps/server/src/main.ts');

/** npm starts a shell in between that dies of a SIGTERM without passing it on: its death is the signal. */
function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

function siteIsFresh(): boolean {
  const built = join(root, 'apps/site/dist/index.html');
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  return SITE_SOURCES.every((folder) => newestChange(join(root, folder)) <= builtAt);
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

function buildSite(): void {
  process.stdout.write('Building the site, once …\n');
  const { status } = spawnSync('npm', ['run', 'build', '--workspace', '@kindling/site'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // npm runs scripts with the first node it finds: let it be this one.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  });
  if (status !== 0) fail('The site could not be built; what went wrong is said above.');
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
