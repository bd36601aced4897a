import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts';
import type { ModelRequest } from '../model.ts';
import type { ToolCall } from '../tools.ts';
import { ModelError } from './model-error.ts';
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const KEY = 'sk-very-secret';
const REQUEST: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello?' },
  ],
};

let handlers: Handler[];
let asked: { body: string; headers: IncomingMessage['headers'] }[];
let clock: VirtualClock;
let baseUrl: string;
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    asked.push({ body, headers: request.headers });
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0];
    handler?.(request, response, body);
  });
});

beforeEach(async () => {
  handlers = [];
  asked = [];
  clock = createVirtualClock();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function chunk(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
}

function startEvents(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

const speak =
  (...pieces: readonly string[]): Handler =>
  (_, response) => {
    startEvents(response);
    for (const piece of pieces) response.write(chunk(piece));
    response.end('data: [DONE]\n\n');
  };

const fail =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(`{"error":{"message":"bad key ${KEY}"}}`);
  };

function respond(request: ModelRequest = REQUEST, options: Partial<OpenAiModelOptions> = {}) {
  return createOpenAiModel({ baseUrl, model: 'tiny', apiKey: KEY, clock, ...options }).respond(
    request,
  );
}

type Pieces = AsyncIterable<string | ToolCall>;

async function collect(pieces: Pieces): Promise<(string | ToolCall)[]> {
  const all: (string | ToolCall)[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function failure(pieces: Pieces): Promise<ModelError> {
  const error = await collect(pieces).catch((reason: unknown) => reason);
  if (!(error instanceof ModelError)) throw new Error(`No ModelError but ${String(error)}`);
  return error;
}

/** Runs the virtual clock until the work is done: for waits between two tries. */
async function advancing<T>(work: Promise<T>): Promise<T> {
  let settled = false;
  const done = work.finally(() => {
    settled = true;
  });
  done.catch(() => undefined);
  while (!settled) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(50);
  }
  return done;
}

describe('createOpenAiModel', () => {
  it('sends the conversation and streams the pieces', async () => {
    handlers = [speak('Hello', ' there', '.')];
    const pieces = await collect(respond({ ...REQUEST, temperature: 0.2, maxTokens: 50 }));
    expect(pieces).toEqual(['Hello', ' there', '.']);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      model: 'tiny',
      messages: REQUEST.messages,
      stream: true,
      temperature: 0.2,
      max_tokens: 50,
    });
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(clock.pending).toBe(0);
  });

  it('an answer without end is given up', async () => {
    handlers = [
      async (_, response) => {
        startEvents(response);
        while (!response.destroyed)
          if (!response.write(chunk('word '.repeat(1_000)))) await once(response, 'drain');
      },
    ];
    let length = 0;
    const read = async () => {
      for await (const piece of respond()) length += String(piece).length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'model_bad_answer' });
    expect(length).toBeLessThanOrEqual(1_000_000);
  });

  it('sends no authorization without a key', async () => {
    handlers = [speak('Hi')];
    await collect(
      createOpenAiModel({ baseUrl: `${baseUrl}/`, model: 'tiny', clock }).respond(REQUEST),
    );
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it('reads events cut anywhere, also inside a character', async () => {
    const text = 'Grüße, 日本 🌱!';
    const bytes = Buffer.from(`: keep-alive\r\n\r\n${chunk('')}${chunk(text)}data: [DONE]\n\n`);
    handlers = [
      async (_, response) => {
        startEvents(response);
        for (const byte of bytes) {
          if (!response.write(Buffer.of(byte))) await once(response, 'drain');
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      },
    ];
    expect((await collect(respond())).join('')).toBe(text);
  });

  it('accepts the end by finish_reason when [DONE] is missing', async () => {
    handlers = [(_, response) => startEvents(response).end(`${chunk('Yes.')}${chunk('', 'stop')}`)];
    expect(await collect(respond())).toEqual(['Yes.']);
  });

  it('stops at [DONE] although the server keeps the connection open', async () => {
    handlers = [
      (_, response) => {
        startEvents(response).write(`${chunk('Yes.')}data: [DONE]\n\n`);
      },
    ];
    expect(await advancing(collect(respond()))).toEqual(['Yes.']);
  });

  it('asks again over connections it has', async () => {
    const sockets = new Set<unknown>();
    handlers = [
      (request, response) => {
        sockets.add(request.socket);
        startEvents(response).write(`${chunk('Yes.', 'stop')}data: [DONE]\n\n`);
        setImmediate(() => response.end());
      },
    ];
    const model = createOpenAiModel({ baseUrl, model: 'tiny', clock });
    for (let turn = 0; turn < 6; turn += 1)
      expect(await collect(model.respond(REQUEST))).toEqual(['Yes.']);
    // The second may be asked before the first connection is back in its place.
    expect(sockets.size).toBeLessThan(3);
  });

  it('skips events it cannot read and usage without choices', async () => {
    handlers = [
      (_, response) =>
        startEvents(response).end(
          `data: {oops\n\n${chunk('A')}data: {"choices":[],"usage":{}}\n\ndata: 7\n\n${chunk('B')}data: [DONE]\n\n`,
        ),
    ];
    expect(await collect(respond())).toEqual(['A', 'B']);
  });

  it('gives up on a stream of nonsense', async () => {
    handlers = [(_, response) => startEvents(response).end('data: nonsense\n\n'.repeat(9))];
    expect((await failure(respond())).code).toBe('model_bad_answer');
  });

  it('accepts an answer that is not streamed', async () => {
    handlers = [
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"choices":[{"message":{"role":"assistant","content":"All at once."}}]}'),
    ];
    expect(await collect(respond())).toEqual(['All at once.']);
  });

  it.each([
    ['application/json', '{"choices":[]}'],
    ['application/json', 'not json'],
    ['text/html', '<h1>Welcome to nginx</h1>'],
    ['text/event-stream', 'data: [DONE]\n\n'],
  ])('refuses %s %s', async (type, body) => {
    handlers = [(_, response) => response.writeHead(200, { 'content-type': type }).end(body)];
    expect((await failure(respond())).code).toBe('model_bad_answer');
    expect(asked).toHaveLength(1);
  });

  it.each([
    [401, 'model_unauthorized'],
    [404, 'model_not_found'],
    [400, 'model_bad_request'],
  ] as const)('does not repeat a %i, and keeps the key to itself', async (status, code) => {
    handlers = [fail(status)];
    const error = await failure(respond());
    expect(error).toMatchObject({ code, status, retryable: false });
    expect(asked).toHaveLength(1);
    expect(
      `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
    ).not.toContain(KEY);
  });

  it('tries once more after a 429, as late as the server asks', async () => {
    handlers = [fail(429, { 'retry-after': '1' }), speak('Now.')];
    const started = clock.now();
    expect(await advancing(collect(respond()))).toEqual(['Now.']);
    expect(clock.now() - started).toBeGreaterThanOrEqual(1000);
    expect(asked).toHaveLength(2);
  });

  it('never waits longer than it may, whatever the server asks', async () => {
    handlers = [fail(503, { 'retry-after': '3600' }), speak('Now.')];
    const started = clock.now();
    await advancing(collect(respond(REQUEST, { maxRetryDelay: 500 })));
    expect(clock.now() - started).toBeLessThan(10_000);
  });

  it('reports a 500 that stays', async () => {
    handlers = [fail(500)];
    const error = await advancing(failure(respond()));
    expect(error).toMatchObject({ code: 'model_unavailable', status: 500, retryable: true });
    expect(asked).toHaveLength(2);
  });

  it('reports a server that is not there', async () => {
    const error = await advancing(failure(respond(REQUEST, { baseUrl: 'http://127.0.0.1:1/v1' })));
    expect(error).toMatchObject({ code: 'model_unreachable', retryable: true });
  });

  it('repeats a connection that closes before the first text', async () => {
    handlers = [(request) => request.socket.destroy(), speak('Back.')];
    expect(await advancing(collect(respond()))).toEqual(['Back.']);
  });

  it('gives up on a server that does not begin, and closes the connection', async () => {
    const closed: Promise<unknown>[] = [];
    handlers = [(request) => closed.push(once(request.socket, 'close'))];
    const error = await advancing(failure(respond(REQUEST, { retries: 0 })));
    expect(error.code).toBe('model_timeout');
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('gives up on a server that falls silent in the middle, and does not repeat it', async () => {
    handlers = [(_, response) => void startEvents(response).write(chunk('Well,'))];
    const pieces: (string | ToolCall)[] = [];
    const work = (async () => {
      for await (const piece of respond()) pieces.push(piece);
    })();
    await expect(advancing(work)).rejects.toMatchObject({ code: 'model_timeout' });
    expect(pieces).toEqual(['Well,']);
    expect(asked).toHaveLength(1);
  });

  it('does not hold the listener to the timeout', async () => {
    handlers = [speak('One.', 'Two.')];
    const pieces: (string | ToolCall)[] = [];
    for await (const piece of respond()) {
      pieces.push(piece);
      await clock.advance(60_000);
    }
    expect(pieces).toEqual(['One.', 'Two.']);
  });

  it('reports an answer that is cut off', async () => {
    handlers = [
      (_, response) => startEvents(response).write(chunk('Half'), () => response.destroy()),
    ];
    expect((await failure(respond())).code).toBe('model_cut_off');
  });

  it('reports a clean end without a finish as cut off', async () => {
    handlers = [(_, response) => startEvents(response).end(chunk('Half'))];
    expect((await failure(respond())).code).toBe('model_cut_off');
  });

  it('reports an error sent as an event', async () => {
    handlers = [
      (_, response) =>
        startEvents(response).end(`${chunk('A')}data: {"error":{"message":"overloaded"}}\n\n`),
    ];
    expect((await failure(respond())).code).toBe('model_unavailable');
  });

  it('closes the connection when the caller aborts', async () => {
    const closed = Promise.withResolvers<void>();
    handlers = [
      (request, response) => {
        request.socket.once('close', () => closed.resolve());
        startEvents(response).write(chunk('Hello'));
      },
    ];
    const controller = new AbortController();
    const reason = new Error('barge-in');
    const work = (async () => {
      for await (const _ of respond({ ...REQUEST, signal: controller.signal }))
        controller.abort(reason);
    })();
    await expect(work).rejects.toBe(reason);
    await closed.promise;
    expect(clock.pending).toBe(0);
  });

  it('closes the connection when the caller stops listening', async () => {
    const closed = Promise.withResolvers<void>();
    handlers = [
      (request, response) => {
        request.socket.once('close', () => closed.resolve());
        startEvents(response).write(chunk('Hello'));
      },
    ];
    for await (const _ of respond()) break;
    await closed.promise;
    expect(clock.pending).toBe(0);
  });

  it('asks nothing of the server when aborted beforehand, or while waiting for another try', async () => {
    handlers = [speak('never')];
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(collect(respond({ ...REQUEST, signal }))).rejects.toThrow('gone');
    expect(asked).toHaveLength(0);

    handlers = [fail(503)];
    const schedule = vi.spyOn(clock, 'schedule');
    const controller = new AbortController();
    const work = collect(respond({ ...REQUEST, signal: controller.signal }));
    work.catch(() => undefined);
    await expect.poll(() => schedule.mock.calls.map(([delay]) => delay)).toContain(250);
    controller.abort(new Error('hung up'));
    await expect(work).rejects.toThrow('hung up');
    expect(asked).toHaveLength(1);
  });
});
