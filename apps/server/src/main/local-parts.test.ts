import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Model } from '@kindling/conversation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalParts } from './local-parts.ts';

/** What an endpoint writes for programs to read, as models like to lay it out. */
const WRITTEN = '```json\n{\n  "name": "Ada",\n  "steps": [\n    "one"\n  ]\n}\n```';

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/event-stream');
  for (const content of WRITTEN.match(/.{1,5}/gs) ?? [])
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
  response.end('data: [DONE]\n\n');
});
let endpoint = { baseUrl: '', apiKey: null, model: 'm' };

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  endpoint = { ...endpoint, baseUrl: `http://127.0.0.1:${port}/v1` };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(model: Model): Promise<string> {
  let answer = '';
  for await (const piece of model.respond({ messages: [{ role: 'user', content: 'Write.' }] }))
    if (typeof piece === 'string') answer += piece;
  return answer;
}

it('models speak without marks, and write what programs read word for word', async () => {
  const { models } = createLocalParts();
  expect(await ask(models.writer(endpoint))).toBe(WRITTEN);
  expect(await ask(models.openAi(endpoint))).not.toContain('`');
});
