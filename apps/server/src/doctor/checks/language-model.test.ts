import type { RequestListener } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { languageModel } from './language-model.ts';

interface Answering {
  /** Null: it has no list. */
  readonly models?: readonly string[] | null;
  readonly status?: number;
  readonly words?: string;
}

const answering =
  ({ models = ['small'], status = 200, words = 'Hello.' }: Answering): RequestListener =>
  (request, response) => {
    if (request.url === '/v1/models') {
      if (models === null) return void response.writeHead(404).end();
      return void response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    }
    if (status !== 200) return void response.writeHead(status).end('{}');
    const delta = { choices: [{ index: 0, delta: { content: words }, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`);
  };

async function look(given: Answering): Promise<string[]> {
  const port = await serveWeb(answering(given));
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'small' };
  const found = await findingsOf(languageModel, testScene({ env }));
  return found.map((line) => line.replace(String(port), 'PORT').replace(/after \d+/, 'after N'));
}

const ANSWERED = 'ok: small at 127.0.0.1:PORT begins to answer after N ms.';

it('finds the model and its first word', async () => {
  expect(await look({})).toEqual(['ok: 127.0.0.1:PORT has the model small.', ANSWERED]);
});

it('does without a list', async () => {
  expect(await look({ models: null })).toEqual([ANSWERED]);
});

it('warns of a model that is not in the list', async () => {
  const [listed] = await look({ models: ['large', 'larger'] });
  expect(listed).toBe('warn: 127.0.0.1:PORT does not list the model small; it has large, larger.');
});

it.each([
  [401, /^fail: /],
  [404, /^fail: /],
])('tells a refusal with %i', async (status, wanted) => {
  expect((await look({ status })).at(-1)).toMatch(wanted);
});

it('tells a model that says nothing', async () => {
  expect((await look({ words: '' })).at(-1)).toMatch(/^fail: small at 127\.0\.0\.1:PORT /);
});

it('tells a server that is not there', async () => {
  const env = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'small' };
  const [found] = await languageModel.run(testScene({ env }));
  expect(found).toMatchObject({
    status: 'fail',
    mend: expect.stringContaining('Look whether the model server runs'),
  });
});

it('asks again where the first answer had to wait for the model', async () => {
  const now = performance.now.bind(performance);
  let asked = 0;
  // Time goes by while it is loaded, and the test does not wait for it.
  const spy = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now() + (asked > 0 ? 5_000 : 0));
  onTestFinished(() => spy.mockRestore());
  const answer = answering({ models: null });
  const port = await serveWeb((request, response) => {
    if (request.url !== '/v1/models') asked += 1;
    answer(request, response);
  });
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'small' };
  const [found] = await languageModel.run(testScene({ env }));
  expect([asked, found?.status]).toEqual([2, 'ok']);
});

it('has nothing to ask without LLM_BASE_URL', async () => {
  expect(await findingsOf(languageModel, testScene())).toEqual([
    expect.stringMatching(/^skipped: LLM_BASE_URL/),
  ]);
});
