import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { listen } from '../../../main/listen.ts';
import type { AppEnv } from '../app-env.ts';
import { JsonStreamAnswer } from './json-stream-answer.ts';

async function serve(pieces: () => AsyncGenerator<string>) {
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('log', pino({ level: 'silent' }));
      await next();
    })
    .onError((_error, c) => c.text('failed', 500))
    .get('/', (c) => new JsonStreamAnswer('person', pieces()).toResponse(c));
  const http = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${http.port}/`, [Symbol.asyncDispose]: () => http.close() };
}

it('answers the pieces as one document', async () => {
  await using server = await serve(async function* () {
    yield '{"found":[';
    yield '1,2';
    yield ']}';
  });
  const answer = await fetch(server.url);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
  expect(await answer.json()).toEqual({ found: [1, 2] });
});

it('cuts the connection when a piece fails: half a document is none', async () => {
  await using server = await serve(async function* () {
    yield '{"found":[';
    yield '1';
    throw new Error('the database went away');
  });
  const answer = await fetch(server.url);
  await expect(answer.text()).rejects.toThrow('terminated');
});

it('answers a failure before the first piece with its status', async () => {
  // biome-ignore lint/correctness/useYield: it fails before there is anything to send.
  await using server = await serve(async function* () {
    throw new Error('the database is away');
  });
  expect((await fetch(server.url)).status).toBe(500);
});
