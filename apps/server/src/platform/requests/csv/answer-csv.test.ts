import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { listen } from '../../../main/listen.ts';
import type { AppEnv } from '../app-env.ts';
import { answerCsv } from './answer-csv.ts';

async function serve(pages: () => AsyncGenerator<string>) {
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('log', pino({ level: 'silent' }));
      await next();
    })
    .onError((_error, c) => c.text('failed', 500))
    .get('/', (c) => answerCsv(c, 'leads', pages()));
  const http = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${http.port}/`, close: () => http.close() };
}

it('cuts the connection when a page fails: half a file is no file', async () => {
  const server = await serve(async function* () {
    yield 'id\r\n';
    yield 'a\r\n';
    yield 'b\r\n';
    throw new Error('the database went away');
  });
  try {
    const answer = await fetch(server.url);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  } finally {
    await server.close();
  }
});

it('answers a failure of the first page with its status', async () => {
  const server = await serve(async function* () {
    yield 'id\r\n';
    throw new Error('the database is away');
  });
  try {
    expect((await fetch(server.url)).status).toBe(500);
  } finally {
    await server.close();
  }
});

it('reads no further when the reader leaves', async () => {
  const left = Promise.withResolvers<void>();
  const server = await serve(async function* () {
    try {
      for (;;) yield `${'x'.repeat(100_000)}\r\n`;
    } finally {
      left.resolve();
    }
  });
  try {
    const answer = await fetch(server.url);
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    await left.promise;
  } finally {
    await server.close();
  }
});
