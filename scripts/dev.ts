import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Server and site side by side: the site reloads by itself, the server starts anew when its sources change.
 * Ctrl-C ends both. (Node's own `--watch` is not used: it posts messages of its own through every worker.)
 */

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8787';
const SERVER_SOURCES = [
  'apps/server/src',
  'packages/protocol/src',
  'packages/conversation/src',
  'packages/media/src',
  'content',
];
/** Editors write a file in several steps. */
const SETTLE = 200;

let server: ChildProcess | null = null;
let settling: NodeJS.Timeout | undefined;
let ending = false;

const site = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'apps/site'),
  stdio: 'inherit',
  env: { ...process.env, KINDLING_SERVER: `http://127.0.0.1:${port}` },
});
site.on('exit', (code) => endAll(code ?? 0));
site.on('error', (error) => {
  console.error('The site could not be served:', error.message);
  endAll(1);
});

startServer();
const watchers = SERVER_SOURCES.map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name && /\.(ts|json|txt)$/.test(name) && !name.endsWith('.test.ts')) restartSoon();
  }),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(0));

function startServer(): void {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  });
  server = child;
  child.on('exit', () => {
    if (server === child) server = null;
    if (!ending) console.log('The server has stopped; it starts again when its sources change.');
  });
}

function restartSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (ending) return;
    if (!server) return startServer();
    // The next one starts when this one has ended its calls and let go of the port.
    server.once('exit', () => {
      if (!ending && !server) startServer();
    });
    server.kill('SIGTERM');
  }, SETTLE);
}

function endAll(exitCode: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = exitCode;
  clearTimeout(settling);
  for (const watcher of watchers) watcher.close();
  for (const child of [server, site]) {
    if (child && child.exitCode === null) child.kill('SIGTERM');
  }
}
