import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '@kindling/protocol/clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillDatabaseFolder } from '../../../testing/databases/test-pglite.ts';
import { createFakeParts } from '../../../testing/server/fake-parts.ts';
import { startServer } from '../../main/start-server.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/metrics/logger.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindling-chat-'));
beforeEach(() => fillDatabaseFolder(join(folder, 'database')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function start() {
  const parts = createFakeParts({ clock: createSystemClock() });
  const config = readConfig({ KINDLING_DATA: folder, PORT: '0', UDP_PORT: '0' });
  const server = await startServer(config, parts, createLogger('silent'));
  await server.ready;
  const key = readFileSync(join(folder, 'private-key'), 'utf8').trim();
  const ask = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  return { server, model: parts.model, ask };
}

it('keeps an answer as far as it was written when the server stops', async () => {
  const first = await start();
  const [assistant] = (await (await first.ask('/assistant')).json()) as { id: string }[];
  const silent = first.model.hang('Half', ' of it.');
  const chat = { assistantId: assistant?.id, input: 'Hello?', stream: true };
  const answer = await first.ask('/chat', chat);
  const reading = answer.text().catch(() => 'cut off');
  await silent;
  await first.server.close();
  await reading;
  const second = await start();
  expect(await (await second.ask('/chat')).json()).toMatchObject({
    results: [{ output: [{ role: 'assistant', content: 'Half of it.' }] }],
  });
  await second.server.close();
});
