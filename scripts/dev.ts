import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Server and site side by side, both restarting by themselves. Ctrl-C ends both; so does the end of either. */

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8787';

const children: readonly ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'apps/site'),
    stdio: 'inherit',
    env: { ...process.env, KINDLING_SERVER: `http://127.0.0.1:${port}` },
  }),
];

let ending = false;
function endAll(exitCode: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = exitCode;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(0));
for (const child of children) {
  child.on('exit', (code) => endAll(code ?? 0));
  child.on('error', (error) => {
    console.error('Development could not start:', error.message);
    endAll(1);
  });
}
