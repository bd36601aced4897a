import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { ModelRequest, ModelUsage } from '../model.ts';
import { createOpenAiModel } from './openai-model.ts';

const REQUEST: ModelRequest = { messages: [{ role: 'user', content: 'x'.repeat(400) }] };
const WORDS = 'word '.repeat(20);
const SAID = `data: ${JSON.stringify({ choices: [{ delta: { content: WORDS } }] })}\n\n`;

/** A model whose server begins its answer with these events and sends no more by itself. */
function openModel(...events: readonly string[]) {
  const clock = createVirtualClock();
  const used: ModelUsage[] = [];
  const controller = new AbortController();
  let send = (_text: string) => {};
  const model = createOpenAiModel({
    baseUrl: 'http://model.test/v1',
    model: 'tiny',
    clock,
    retries: 0,
    async fetch(_url, init) {
      if (events.length === 0)
        return new Promise<never>((_resolve, reject) => rejectWith(init?.signal, reject));
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          send = (text) => stream.enqueue(new TextEncoder().encode(text));
          events.forEach(send);
          rejectWith(init?.signal, (reason) => stream.error(reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const { signal } = controller;
  const request = { ...REQUEST, signal, onUsage: (one: ModelUsage) => used.push(one) };
  return {
    ...{ clock, used, controller },
    send: (text: string) => send(text),
    answer: model.respond(request)[Symbol.asyncIterator](),
  };
}

function rejectWith(signal: AbortSignal | null | undefined, reject: (reason: unknown) => void) {
  signal?.addEventListener('abort', () => reject(signal.reason));
}

describe('an answer that is cut off', () => {
  it('counts what was read and said of it, roughly', async () => {
    const { answer, controller, used } = openModel(SAID);
    expect(await answer.next()).toMatchObject({ value: WORDS });
    const next = answer.next();
    controller.abort(new Error('cut'));
    await expect(next).rejects.toThrow('cut');
    expect(used).toEqual([
      { provider: 'openai', model: 'tiny', promptTokens: 102, completionTokens: 25 },
    ]);
  });

  it('counts what was read where nothing was said yet', async () => {
    const { answer, controller, used } = openModel();
    const first = answer.next();
    await Promise.resolve();
    controller.abort(new Error('cut'));
    await expect(first).rejects.toThrow('cut');
    expect(used).toMatchObject([{ promptTokens: 102, completionTokens: 0 }]);
  });

  it('counts what was read where its time ran out', async () => {
    const { answer, clock, used } = openModel();
    const first = answer.next();
    void clock.advance(10_000);
    await expect(first).rejects.toMatchObject({ code: 'model_timeout' });
    expect(used).toHaveLength(1);
  });

  it('counts alike where its server does not count', async () => {
    const { answer, clock, used } = openModel(SAID, 'data: [DONE]\n\n');
    await answer.next();
    const end = answer.next();
    await new Promise((done) => setImmediate(done));
    await clock.advance(1_000);
    expect(await end).toMatchObject({ done: true });
    expect(used).toMatchObject([{ promptTokens: 102, completionTokens: 25 }]);
  });

  it('counts nothing where nothing was sent', async () => {
    const { answer, controller, used } = openModel(SAID);
    controller.abort(new Error('cut'));
    await expect(answer.next()).rejects.toThrow('cut');
    expect(used).toEqual([]);
  });
});

it('an answer that gives signs of life and no end is given up', async () => {
  const { answer, clock, send } = openModel(SAID);
  await answer.next();
  const next = answer.next();
  const failed = expect(next).rejects.toMatchObject({ code: 'model_timeout' });
  for (let seconds = 0; seconds < 120; seconds += 5) {
    send(': still here\n\n');
    await new Promise((done) => setImmediate(done));
    await clock.advance(5_000);
  }
  await failed;
});

it('a whole answer that does not end is none, and is not read on', async () => {
  let isClosed = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (stream) => stream.enqueue(new Uint8Array(100_000).fill(32)),
    cancel() {
      isClosed = true;
    },
  });
  const model = createOpenAiModel({
    baseUrl: 'http://model.test/v1',
    model: 'tiny',
    fetch: async () => new Response(endless, { headers: { 'content-type': 'application/json' } }),
  });
  const answer = model.respond(REQUEST)[Symbol.asyncIterator]();
  await expect(answer.next()).rejects.toMatchObject({ code: 'model_bad_answer' });
  expect(isClosed).toBe(true);
});
