import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'vite';

/** Serves the examples beside a Kindling server with its own data, and a room to meet in. */

const root = resolve(import.meta.dirname, '..');
const data = process.env.KINDLING_DATA ?? resolve(root, 'data/examples');
const port = 8_790;
const server = `http://127.0.0.1:${port}`;

const kindling = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
  env: { ...process.env, PORT: String(port), KINDLING_DATA: data },
  stdio: ['ignore', 'ignore', 'inherit'],
});
kindling.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGINT', () => kindling.kill('SIGTERM'));
process.once('SIGTERM', () => kindling.kill('SIGTERM'));
console.log('Starting a server; the first time, this builds the site too.');
await untilReady();

const vite = await createServer({
  configFile: join(root, 'examples/vite.config.ts'),
  plugins: [
    {
      name: 'example-room',
      configureServer(dev) {
        dev.middlewares.use('/example-room.json', ({ headers: { host } }, response) => {
          makeRoom().then(
            (name) => {
              response.setHeader('Content-Type', 'application/json');
              // Through the page's own origin.
              response.end(JSON.stringify({ url: `http://${host}/room/${name}` }));
            },
            (error: unknown) => {
              response.statusCode = 502;
              response.end(String(error));
            },
          );
        });
      },
    },
  ],
});
try {
  await vite.listen();
  vite.printUrls();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  kindling.kill('SIGTERM');
}

let room: Promise<string> | null = null;

/** One room for all pages, so that two windows meet; made by the first that asks. */
function makeRoom(): Promise<string> {
  room ??= (async () => {
    const key = readFileSync(join(data, 'private-key'), 'utf8').trim();
    const answer = await fetch(`${server}/rooms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties: { enable_chat: true } }),
    });
    if (!answer.ok) throw new Error(`POST /rooms answered ${answer.status}.`);
    const { name } = (await answer.json()) as { name: string };
    return name;
  })();
  room.catch(() => {
    room = null;
  });
  return room;
}

async function untilReady(): Promise<void> {
  for (;;) {
    const ready = await fetch(`${server}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await wait(200);
  }
}
