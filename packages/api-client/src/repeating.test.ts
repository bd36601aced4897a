import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from './api-client.ts';
import { failure, id, json, useScriptedServer } from './testing/scripted-server.ts';
import { sendTwice } from './transport.ts';

const server = useScriptedServer();

describe('repeating', () => {
  const busy = json(503, { code: 'not_ready', message: 'Wait.', requestId: 'r' });

  it('a method that may be repeated is, until it succeeds', async () => {
    server.answer(busy, json(429, {}, { 'retry-after': '0' }), json(200, { id }));
    expect(await server.createClient().request('call.get', { params: { id } })).toEqual({ id });
    expect(server.seen).toHaveLength(3);
  });

  it('stops after two more attempts', async () => {
    server.answer(busy);
    const error = await failure(server.createClient().request('call.get', { params: { id } }));
    expect(error.code).toBe('not_ready');
    expect(server.seen).toHaveLength(3);
  });

  it('a creation is, under one key that the server recognises', async () => {
    server.answer(busy, json(201, { id }));
    expect(await server.createClient().assistant.create({ name: 'Ada' })).toEqual({ id });
    const [first, second] = server.seen.map((one) => one.idempotencyKey);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    await server.createClient().assistant.create({}, { idempotencyKey: 'mine' });
    expect(server.seen.at(-1)?.idempotencyKey).toBe('mine');
  });

  it('a creation whose first request is still under way waits for its answer', async () => {
    const conflict = { code: 'conflict', message: 'It is under way.' };
    server.answer(json(409, conflict, { 'retry-after': '0' }), json(201, { id }));
    expect(await server.createClient().assistant.create({})).toEqual({ id });
    server.answer(json(409, conflict));
    await failure(server.createClient().assistant.create({}));
    expect(server.seen).toHaveLength(3);
  });

  it('a change is never repeated, unless it was only turned away', async () => {
    server.answer(busy);
    await failure(server.createClient().assistant.update(id, { name: 'Ada' }));
    expect(server.seen).toHaveLength(1);
    server.answer(json(429, {}, { 'retry-after': '0' }), json(200, { id }));
    expect(await server.createClient().assistant.update(id, { name: 'Ada' })).toEqual({ id });
    expect(server.seen).toHaveLength(3);
  });

  it('neither is what the server refused for good', async () => {
    server.answer(json(403, { code: 'forbidden', message: 'No.' }));
    await failure(server.createClient().request('call.get', { params: { id } }));
    expect(server.seen).toHaveLength(1);
  });
});

describe('sending twice', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const created = () => Response.json({ id }, { status: 201 });
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  const badGateway = () => new Response('Bad gateway', { status: 502 });

  /** What comes of a request that these answer, one after the other, the last one again and again. */
  function send(...answers: (() => Response | Promise<Response>)[]) {
    vi.useFakeTimers();
    const asked = vi.fn<typeof fetch>(async (_, init) => {
      init?.signal?.throwIfAborted();
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? created();
    });
    vi.stubGlobal('fetch', asked);
    const stop = new AbortController();
    const request = { method: 'POST', path: '/call/web', body: { assistantId: id } } as const;
    const connection = { baseUrl: 'http://127.0.0.1', token: 't' };
    const sent = sendTwice(connection, { ...request, signal: stop.signal });
    sent.catch(() => {});
    return { sent, asked, stop };
  }

  it.each([
    ['is gone', gone],
    ['is gone behind its proxy', badGateway],
  ])('a server that %s is asked again a second later', async (_, lost) => {
    const { sent, asked } = send(lost, created);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toEqual({ id });
    const bodies = asked.mock.calls.map(([, init]) => init?.body);
    expect(bodies).toEqual(Array(2).fill(JSON.stringify({ assistantId: id })));
  });

  it('twice, and no more', async () => {
    const { sent, asked } = send(badGateway);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await failure(sent)).status).toBe(502);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('what the server refused is not asked for again', async () => {
    const busy = { code: 'not_ready', message: 'All lines are busy.' };
    const { sent, asked } = send(() => Response.json(busy, { status: 503 }));
    expect((await failure(sent)).code).toBe('not_ready');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('aborted-between-attempts: it is over at once', async () => {
    const { sent, stop } = send(gone, created);
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    expect((await failure(sent)).code).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('waiting, when the server says how long', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** A client of a server that turns away once; counts what it was asked. */
  function refusedOnce(retryAfter: string) {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    const send = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(
        Response.json({}, { status: 429, headers: { 'retry-after': retryAfter } }),
      )
      .mockImplementation(async () => Response.json({ id }));
    vi.stubGlobal('fetch', send);
    const client = new ApiClient({ token: 'secret', baseUrl: 'http://127.0.0.1' });
    return { answered: client.call.get(id), send };
  }

  it.each([
    ['seconds', '20'],
    ['a date', 'Thu, 01 Jan 2026 00:00:20 GMT'],
  ])('in %s', async (_, retryAfter) => {
    const { answered, send } = refusedOnce(retryAfter);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(send).toHaveBeenCalledTimes(2);
    expect(await answered).toEqual({ id });
  });

  it('leaves a long wait to the caller', async () => {
    const { answered, send } = refusedOnce('3600');
    expect(await failure(answered)).toMatchObject({ status: 429, retryAfter: 3_600_000 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['least', 0, 750, 1_500],
    ['middle', 0.5, 1_000, 2_000],
    ['most', 0.98, 1_240, 2_480],
  ])(
    'and twice as long each time where it does not, by chance: %s',
    async (_, chance, first, second) => {
      vi.useFakeTimers();
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const send = vi.fn<typeof fetch>(async () => Response.json({}, { status: 503 }));
      vi.stubGlobal('fetch', send);
      const client = new ApiClient({ token: 't', baseUrl: 'http://127.0.0.1', retryDelay: 1_000 });
      const failed = failure(client.call.get(id));
      for (const [attempts, delay] of [first, second].entries()) {
        await vi.advanceTimersByTimeAsync(delay - 1);
        expect(send).toHaveBeenCalledTimes(attempts + 1);
        await vi.advanceTimersByTimeAsync(1);
        expect(send).toHaveBeenCalledTimes(attempts + 2);
      }
      expect((await failed).status).toBe(503);
    },
  );
});

describe('silence', () => {
  it('ends in a timeout', async () => {
    server.answer(() => {});
    const client = server.createClient({ timeout: 30, retries: 0 });
    const error = await failure(client.request('call.get', { params: { id } }));
    expect(error).toMatchObject({ code: 'timeout', status: 0, retryable: true });
  });

  it('can be aborted, also between attempts', async () => {
    const aborted = new AbortController();
    server.answer((response, one) => {
      json(503, {})(response, one);
      setImmediate(() => aborted.abort());
    });
    const client = server.createClient({ retryDelay: 60_000 });
    const { signal } = aborted;
    const error = await failure(client.request('call.get', { params: { id } }, { signal }));
    expect(error.code).toBe('aborted');
    expect(server.seen).toHaveLength(1);
  });

  it('a server that is not there is unreachable', async () => {
    const client = server.createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
    const error = await failure(client.request('call.get', { params: { id } }));
    expect(error.code).toBe('unreachable');
  });

  it('in the middle of an answer is one, too: it is asked for again', async () => {
    server.answer(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"id":', () => response.destroy());
      },
      json(200, { id }),
    );
    expect(await server.createClient().call.get(id)).toEqual({ id });
    expect(server.seen).toHaveLength(2);
  });

  it('is an abort when the caller wanted it, whatever reason is given', async () => {
    const aborted = new AbortController();
    server.answer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":', () => aborted.abort(new Error('the page was left')));
    });
    const { signal } = aborted;
    const error = await failure(server.createClient().call.get(id, { signal }));
    expect(error.code).toBe('aborted');
    expect(server.seen).toHaveLength(1);
  });
});
