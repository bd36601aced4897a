import { type Operation, operations } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiClient } from './api-client.ts';
import { ROUTES } from './routes.ts';
import { failure, id, json, useScriptedServer } from './testing/scripted-server.ts';

const server = useScriptedServer();

it('routes are those of the protocol', () => {
  const expected = Object.entries(operations).map(([name, operation]: [string, Operation]) => {
    const { method, path, body, bodyType, query, status, access } = operation;
    const flags = [
      ...(body === undefined ? [] : [bodyType === 'multipart' ? 'form' : 'body']),
      ...(query === undefined ? [] : ['query']),
      ...(status === 201 ? ['new'] : []),
      ...(access === 'anyone' ? ['open'] : []),
    ];
    return [name, [method, path, ...flags].join(' ')];
  });
  expect(Object.entries(ROUTES).sort()).toEqual(expected.sort());
});

it('every list in pages can be gone through', () => {
  const paged = Object.entries(operations).filter(([, { answer }]: [string, Operation]) =>
    JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' })).includes('"nextCursor"'),
  );
  expect(paged.length).toBeGreaterThan(10);
  const stuck = paged.filter(([, { query }]: [string, Operation]) => {
    const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: 'input' });
    return !('cursor' in properties);
  });
  expect(stuck.map(([name]) => name)).toEqual([]);
});

describe('misuse', () => {
  it('of the options is named at once', () => {
    const create = (token: unknown, baseUrl: unknown) => () =>
      new ApiClient({ token, baseUrl } as { token: string; baseUrl: string });
    expect(create('secret', 'kindling')).toThrow('baseUrl must be');
    expect(create('secret', undefined)).toThrow('baseUrl must be');
    expect(create(undefined, 'http://127.0.0.1')).toThrow('token must be');
    expect(create('se\ncret', 'http://127.0.0.1')).toThrow('token must be');
  });

  it('of an operation is not sent', async () => {
    const client = server.createClient();
    const nameless = await failure(client.call.get(''));
    expect(nameless).toMatchObject({ code: 'bad_request', fields: [{ path: 'id' }] });
    const metadata: Record<string, unknown> = {};
    metadata.itself = metadata;
    expect((await failure(client.assistant.create({ metadata }))).code).toBe('bad_request');
    expect(server.seen).toEqual([]);
  });
});

describe('a request', () => {
  it('carries the token, the path parameters and the body', async () => {
    const client = server.createClient();
    expect(await client.request('call.get', { params: { id: 'a/b' } })).toEqual({ id });
    await client.request('call.createWeb', { body: { assistantId: id } });
    await client.request('call.list', { query: { limit: 5, assistantId: id } });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/call/a%2Fb', authorization: 'Bearer secret', body: '' },
      { method: 'POST', url: '/call/web', body: JSON.stringify({ assistantId: id }) },
      { method: 'GET', url: `/call?limit=5&assistantId=${id}` },
    ]);
  });

  it('an empty answer is undefined', async () => {
    server.answer((response) => response.writeHead(204).end());
    const answer = await server.createClient().request('assistant.delete', { params: { id } });
    expect(answer).toBeUndefined();
  });
});

describe('a refusal', () => {
  it('keeps code, message, request id and fields', async () => {
    const fields = [{ path: 'assistantId', message: 'Invalid UUID' }];
    const body = { statusCode: 400, error: 'Bad Request', code: 'bad_request', message: 'No.' };
    server.answer(json(400, { ...body, fields: [...fields, 5], requestId: 'r1' }));
    const error = await failure(server.createClient().request('call.createWeb', { body: {} }));
    expect(error).toMatchObject({ status: 400, code: 'bad_request', message: 'No.', fields });
    expect(error.requestId).toBe('r1');
    expect(server.seen).toHaveLength(1);
  });

  it('that is no JSON is still an ApiError', async () => {
    server.answer((response) => response.writeHead(404).end('<html>'));
    const error = await failure(server.createClient().request('call.get', { params: { id } }));
    expect(error).toMatchObject({ status: 404, code: 'unreadable' });
  });

  it('an answer that is no JSON is one, too', async () => {
    server.answer((response) => response.writeHead(200).end('<html>'));
    const error = await failure(server.createClient().request('call.get', { params: { id } }));
    expect(error).toMatchObject({ status: 200, code: 'unreadable' });
  });
});

describe('resources', () => {
  it('take what the path names, then the body, the query and options', async () => {
    const client = server.createClient();
    await client.testSuiteTest.get('suite', 'test');
    await client.call.list({ limit: 2 });
    await client.assistant.update(id, { name: 'Ada' }, { ifUpdatedAt: '2026-01-01T00:00:00.000Z' });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/test-suite/suite/test/test' },
      { method: 'GET', url: '/call?limit=2' },
      {
        method: 'PATCH',
        url: `/assistant/${id}`,
        body: '{"name":"Ada"}',
        ifMatch: '"2026-01-01T00:00:00.000Z"',
      },
    ]);
  });

  it('send no key where none is asked for', async () => {
    await server.createClient().request('credential.webhook', { body: {} as never });
    expect(server.seen[0]?.authorization).toBeUndefined();
  });

  it('repeat a list in a query', async () => {
    await server.createClient().request('call.page', { query: { idAny: ['a', 'b'] } as never });
    expect(server.seen[0]?.url).toBe('/v2/call?idAny=a&idAny=b');
  });

  it('give everything, page after page', async () => {
    const page = (results: unknown[], nextCursor: string | null) =>
      json(200, { results, metadata: { nextCursor } });
    server.answer(page([{ id: 'a' }, { id: 'b' }], 'next'), page([{ id: 'c' }], null));
    const ids: unknown[] = [];
    for await (const one of server.createClient().all('call.page', { query: { limit: 2 } }))
      ids.push(one.id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(server.seen.map((one) => one.url)).toEqual([
      '/v2/call?limit=2',
      '/v2/call?limit=2&cursor=next',
    ]);
  });
});

it('an upload tells how far it is', async () => {
  const form = new FormData();
  form.append('file', new File(['x'.repeat(200_000)], 'notes.txt', { type: 'text/plain' }));
  const reported: number[] = [];
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    reported.push(sentBytes / totalBytes);
  expect(await server.createClient().upload(form, { onProgress })).toEqual({ id });
  expect(reported.length).toBeGreaterThan(2);
  expect(reported.at(-1)).toBe(1);
  expect(server.seen[0]?.body).toContain('notes.txt');
});

it('a download is a file', async () => {
  server.answer((response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'));
  const file = await server.createClient().download('call.export', {});
  expect(await file.text()).toBe('a,b');
});

it('an iterator that is left asks for no more', async () => {
  server.answer(json(200, { results: [{ id: 'a' }, { id: 'b' }], metadata: { nextCursor: 'n' } }));
  for await (const one of server.createClient().all('call.page')) {
    expect(one.id).toBe('a');
    break;
  }
  expect(server.seen).toHaveLength(1);
});
