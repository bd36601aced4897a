import { describe, expect, it } from 'vitest';
import {
  call,
  choice,
  DONE,
  event,
  json,
  modelOf,
  named,
  REQUEST,
  said,
  stop,
  stream,
} from '../../testing/vendor-answers.ts';

/** Answers as servers other than the first one give them. */

const answerOf = (...parts: string[]) => modelOf(() => stream(...parts)).ask();

describe('reports of usage', () => {
  it.each([{ choices: [], usage: {} }, { choices: null, usage: {} }, { usage: {} }])(
    'are passed over as %j, however many',
    async (usage) => {
      const reports = Array.from({ length: 9 }, () => event(usage));
      expect(await answerOf(...reports, said('Dry.'), stop('stop'), ...reports, DONE)).toEqual([
        'Dry.',
      ]);
    },
  );
});

describe('tool calls', () => {
  it('keep together where every piece has another id', async () => {
    const pieces = ['{"a"', ':1}'].map((args, index) =>
      call({ index: 0, id: `r${index}`, function: { arguments: args } }),
    );
    expect(
      await answerOf(
        call(named('one', '', { index: 0, id: 'first' })),
        ...pieces,
        call(named('two', '', { index: 1, id: 'second' })),
        call({ index: 1, id: 'r9', function: { name: null, arguments: '{}' } }),
        stop('tool_calls'),
        DONE,
      ),
    ).toMatchObject([
      { id: 'first', name: 'one', arguments: '{"a":1}' },
      { id: 'second', name: 'two', arguments: '{}' },
    ]);
  });

  it('are two where both have number 0 and no id', async () => {
    const answer = await answerOf(
      call(named('one', '{"a":1}', { index: 0, id: '' })),
      call(named('one', '{"a":2}', { index: 0, id: '' })),
      stop('stop'),
    );
    expect(answer).toMatchObject([{ arguments: '{"a":1}' }, { arguments: '{"a":2}' }]);
    expect(new Set(answer.map((one) => (typeof one === 'string' ? one : one.id))).size).toBe(2);
  });

  it('are one where the name comes with every piece', async () => {
    const pieces = ['{"a"', ':1', '}'].map((args) => call(named('one', args, { index: 0 })));
    expect(await answerOf(...pieces, stop('tool_calls'), DONE)).toMatchObject([
      { name: 'one', arguments: '{"a":1}' },
    ]);
  });

  it('go back with what their server signed them with', async () => {
    const signature = { google: { thought_signature: 'c2lnbmVk' } };
    const model = modelOf(
      () =>
        stream(
          call(named('one', '{}', { index: 0, id: 'a', extra_content: signature })),
          call(named('two', '{}', { index: 1, id: 'b' })),
          stop('tool_calls'),
        ),
      () => stream(said('Done.'), DONE),
    );
    const toolCalls = (await model.ask()).filter((one) => typeof one !== 'string');
    const answers = toolCalls.map(
      ({ id }) => ({ role: 'tool', content: 'ok', toolCallId: id }) as const,
    );
    const messages = [
      ...REQUEST.messages,
      { role: 'assistant', content: '', toolCalls } as const,
      ...answers,
    ];
    await model.ask({ messages });
    const sent = model.asked.at(-1)?.messages;
    expect(Array.isArray(sent) && sent[1].tool_calls).toEqual([
      {
        id: 'a',
        type: 'function',
        function: { name: 'one', arguments: '{}' },
        extra_content: signature,
      },
      { id: 'b', type: 'function', function: { name: 'two', arguments: '{}' } },
    ]);
  });

  it('may have an object for arguments, or null', async () => {
    expect(
      await answerOf(
        call(named('one', { a: [1] }, { index: 0 }), named('two', null, { index: 1 })),
        stop('stop'),
        DONE,
      ),
    ).toMatchObject([{ arguments: '{"a":[1]}' }, { arguments: '{}' }]);
  });
});

describe('words', () => {
  it('are those of a refusal where there are no others', async () => {
    const refusal = (text: string) => choice({ delta: { content: null, refusal: text } });
    expect(await answerOf(refusal('I cannot '), refusal('help.'), stop('stop'), DONE)).toEqual([
      'I cannot ',
      'help.',
    ]);
    const message = { role: 'assistant', content: null, refusal: 'No.' };
    expect(await modelOf(() => json({ choices: [{ message }] })).ask()).toEqual(['No.']);
  });

  it('are told from thoughts that come as parts', async () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
    expect(
      await answerOf(said([thinking]), said([{ type: 'text', text: 'Dry' }]), said('.'), DONE),
    ).toEqual(['Dry', '.']);
  });

  it.each([
    ['<think>Is it? </think>Dry.', 'Dry.'],
    ['\n<think>\nHm\n</think>\n\nDry.', 'Dry.'],
    ['<think></think>\n\n<think>again</think> Dry.', 'Dry.'],
    ['<thin', '<thin'],
    ['< 3', '< 3'],
    ['Say <think> aloud', 'Say <think> aloud'],
  ])('without the thoughts before them, however %j is cut', async (text, spoken) => {
    for (const size of [1, 3, 100]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const answer = await answerOf(...pieces.map(said), stop('stop'), DONE);
      expect(answer.join('').trim()).toBe(spoken);
    }
  });

  it.each([
    ['length', /maxTokens/],
    ['content_filter', /filter/],
    ['stop', /no text/],
  ])('that never come are told apart: %s', async (reason, message) => {
    const answer = answerOf(said('<think>On and on'), stop(reason), DONE);
    await expect(answer).rejects.toMatchObject({
      code: 'model_bad_answer',
      message: expect.stringMatching(message),
    });
  });
});

describe('errors', () => {
  it.each([
    event({ error: { code: 429, message: 'slow down' } }),
    event({ error: {} }),
    event({ object: 'error', message: 'out of memory', code: 500 }),
  ])('in the stream are one: %s', async (failure) => {
    await expect(answerOf(said('We'), failure, DONE)).rejects.toMatchObject({
      code: 'model_unavailable',
    });
  });

  it('may come as an answer', async () => {
    const model = modelOf(
      () => json({ error: { message: 'busy', code: 502 } }),
      () => stream(said('Dry.'), DONE),
    );
    const answer = model.ask();
    while (model.clock.pending < 1) await new Promise((resolve) => setImmediate(resolve));
    await model.clock.advance(5_000);
    expect(await answer).toEqual(['Dry.']);
  });

  it('name the wait in milliseconds, too', async () => {
    const model = modelOf(
      () => json({}, 429, { 'retry-after-ms': '40', 'retry-after': '60' }),
      () => stream(said('Dry.'), DONE),
    );
    const answer = model.ask();
    while (model.clock.pending < 1) await new Promise((resolve) => setImmediate(resolve));
    const since = model.clock.now();
    await model.clock.advance(40);
    expect(await answer).toEqual(['Dry.']);
    expect(model.clock.now() - since).toBe(40);
  });

  it('after the end are none, and a connection kept open does not hold the answer', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(said('Dry.') + stop('stop')));
      },
      pull: (controller) => controller.error(new Error('reset')),
    });
    const headers = { 'content-type': 'text/event-stream' };
    expect(await modelOf(() => new Response(broken, { headers })).ask()).toEqual(['Dry.']);
  });
});

describe('an empty account', () => {
  const error = (more: object) => ({ error: { message: 'sk-secret', ...more } });
  it.each([
    ['OpenAI', 429, error({ code: 'insufficient_quota', type: 'insufficient_quota' })],
    ['OpenRouter', 402, error({ code: 402 })],
    ['DeepSeek', 402, error({ message: 'Insufficient Balance' })],
  ])('of %s is said to be one, and is not asked again', async (_vendor, status, body) => {
    const model = modelOf(() => json(body, status));
    await expect(model.ask()).rejects.toMatchObject({
      code: 'model_unauthorized',
      retryable: false,
      message: expect.stringMatching(/pay its bill. \(HTTP \d+\)$/),
    });
    expect(model.asked).toHaveLength(1);
  });

  it('is no limit that passes, which Gemini calls a quota', async () => {
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    const busy = () => json(error({ status: 'RESOURCE_EXHAUSTED', message }), 429);
    const model = modelOf(busy);
    const failed = expect(model.ask()).rejects.toMatchObject({ code: 'model_rate_limited' });
    while (model.asked.length < 2) {
      await new Promise((done) => setImmediate(done));
      await model.clock.advance(100);
    }
    await failed;
  });
});
