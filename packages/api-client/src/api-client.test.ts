import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '@kindling/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient, type ApiClientOptions } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { ROUTES } from './routes.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

const id = '4a4e7b60-3c3c-4e0e-8f0c-8f7a6d1c2b3a';
let server: Server;
let seen: Seen[];
let answers: Answer[];

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method, url, headers } = request;
  const one = { method, url, authorization: headers.authorization, body };
  seen.push(one);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response, one);
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

beforeEach(async () => {
  seen = [];
  answers = [json(200, { id })];
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function createClient(options: Partial<ApiClientOptions> = {}): ApiClient {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/`;
  return new ApiClient({ token: 'secret', baseUrl, retryDelay: 1, ...options });
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

it('routes are those of the protocol', () => {
  const expected = Object.entries(operations).map(([name, { method, path }]) => [
    name,
    `${method} ${path}`,
  ]);
  expect(Object.entries(ROUTES).sort()).toEqual(expected.sort());
});

describe('a request', () => {
  it('carries the token, the path parameters and the body', async () => {
    const client = createClient();
    expect(await client.request('call.get', { params: { id: 'a/b' } })).toEqual({ id });
    await client.request('call.createWeb', { body: { assistantId: id } });
    await client.request('call.list', { query: { limit: 5, assistantId: id } });
    expect(seen).toMatchObject([
      { method: 'GET', url: '/call/a%2Fb', authorization: 'Bearer secret', body: '' },
      { method: 'POST', url: '/call/web', body: JSON.stringify({ assistantId: id }) },
      { method: 'GET', url: `/call?limit=5&assistantId=${id}` },
    ]);
  });

  it('an empty answer is undefined', async () => {
    answers = [(response) => response.writeHead(204).end()];
    const answer = await createClient().request('assistant.delete', { params: { id } });
    expect(answer).toBeUndefined();
  });
});

describe('a refusal', () => {
  it('keeps code, message, request id and fields', async () => {
    const fields = [{ path: 'assistantId', message: 'Invalid UUID' }];
    const body = { statusCode: 400, error: 'Bad Request', code: 'bad_request', message: 'No.' };
    answers = [json(400, { ...body, fields: [...fields, 5], requestId: 'r1' })];
    const error = await failure(createClient().request('call.createWeb', { body: {} }));
    expect(error).toMatchObject({ status: 400, code: 'bad_request', message: 'No.', fields });
    expect(error.requestId).toBe('r1');
    expect(seen).toHaveLength(1);
  });

  it('that is no JSON is still an ApiError', async () => {
    answers = [(response) => response.writeHead(404).end('<html>')];
    const error = await failure(createClient().request('call.get', { params: { id } }));
    expect(error).toMatchObject({ status: 404, code: 'unreadable' });
  });

  it('an answer that is no JSON is one, too', async () => {
    answers = [(response) => response.writeHead(200).end('<html>')];
    const error = await failure(createClient().request('call.get', { params: { id } }));
    expect(error).toMatchObject({ status: 200, code: 'unreadable' });
  });
});

describe('repeating', () => {
  const busy = json(503, { code: 'not_ready', message: 'Wait.', requestId: 'r' });

  it('a method that may be repeated is, until it succeeds', async () => {
    answers = [busy, json(429, {}, { 'retry-after': '0' }), json(200, { id })];
    expect(await createClient().request('call.get', { params: { id } })).toEqual({ id });
    expect(seen).toHaveLength(3);
  });

  it('stops after two more attempts', async () => {
    answers = [busy];
    const error = await failure(createClient().request('call.get', { params: { id } }));
    expect(error.code).toBe('not_ready');
    expect(seen).toHaveLength(3);
  });

  it('a POST is never repeated', async () => {
    answers = [busy];
    await failure(createClient().request('call.createWeb', { body: { assistantId: id } }));
    expect(seen).toHaveLength(1);
  });

  it('neither is what the server refused for good', async () => {
    answers = [json(403, { code: 'forbidden', message: 'No.' })];
    await failure(createClient().request('call.get', { params: { id } }));
    expect(seen).toHaveLength(1);
  });
});

describe('silence', () => {
  it('ends in a timeout', async () => {
    answers = [() => {}];
    const client = createClient({ timeout: 30, retries: 0 });
    const error = await failure(client.request('call.get', { params: { id } }));
    expect(error).toMatchObject({ code: 'timeout', status: 0, retryable: true });
  });

  it('can be aborted, also between attempts', async () => {
    const aborted = new AbortController();
    answers = [
      (response, one) => {
        json(503, {})(response, one);
        setImmediate(() => aborted.abort());
      },
    ];
    const client = createClient({ retryDelay: 60_000 });
    const { signal } = aborted;
    const error = await failure(client.request('call.get', { params: { id } }, { signal }));
    expect(error.code).toBe('aborted');
    expect(seen).toHaveLength(1);
  });

  it('a server that is not there is unreachable', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
    const error = await failure(client.request('call.get', { params: { id } }));
    expect(error.code).toBe('unreachable');
  });
});
