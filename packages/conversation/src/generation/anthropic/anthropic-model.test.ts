import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSystemClock } from '@kindling/protocol/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { ModelRequest, ModelUsage } from '../model.ts';
import type { ToolCall } from '../tools.ts';
import { type AnthropicModelOptions, createAnthropicModel } from './anthropic-model.ts';

type Body = Readonly<Record<string, unknown>>;
type Reply = (response: ServerResponse) => void | Promise<void>;

const asked: {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}[] = [];
let replies: Reply[] = [];
let clock = createVirtualClock();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body: Body = JSON.parse(Buffer.concat(parts).toString());
  asked.push({ url: request.url ?? '', headers: request.headers, body });
  await (replies.length > 1 ? replies.shift() : replies[0])?.(response);
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  replies = [];
  clock = createVirtualClock();
});

const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const START = event('message_start', {
  message: { usage: { input_tokens: 10, cache_read_input_tokens: 2, output_tokens: 1 } },
});
const begin = (index: number, content_block: object) =>
  event('content_block_start', { index, content_block });
const delta = (index: number, one: object) => event('content_block_delta', { index, delta: one });
const said = (text: string) => delta(0, { type: 'text_delta', text });
const stop = (index: number) => event('content_block_stop', { index });
const end = (stop_reason: string) =>
  event('message_delta', { delta: { stop_reason }, usage: { output_tokens: 5 } }) +
  event('message_stop');
const TEXT = begin(0, { type: 'text', text: '' });

const stream =
  (...parts: string[]): Reply =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(parts.join(''));
const refuse =
  (status: number, error: object = {}, headers: Record<string, string> = {}): Reply =>
  (response) => {
    const body = JSON.stringify({ type: 'error', error });
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
const ANSWER = stream(START, TEXT, said('Good '), said('day.'), stop(0), end('end_turn'));

const REQUEST: ModelRequest = { messages: [{ role: 'user', content: 'Rain?' }] };

async function ask(request: ModelRequest = REQUEST, more: Partial<AnthropicModelOptions> = {}) {
  const { port } = server.address() as AddressInfo;
  const pieces: (string | ToolCall)[] = [];
  const anthropic = createAnthropicModel({
    apiKey: 'key',
    model: 'claude-x',
    clock,
    baseUrl: `http://127.0.0.1:${port}`,
    ...more,
  });
  for await (const piece of anthropic.respond(request)) pieces.push(piece);
  return pieces;
}

describe('an answer', () => {
  it('comes in pieces, and says what it took', async () => {
    replies = [ANSWER];
    const used: ModelUsage[] = [];
    expect(await ask({ ...REQUEST, onUsage: (one) => used.push(one) })).toEqual(['Good ', 'day.']);
    expect(used).toEqual([
      { provider: 'anthropic', model: 'claude-x', promptTokens: 12, completionTokens: 5 },
    ]);
  });

  it('with tools gives each once it is whole', async () => {
    replies = [
      stream(
        START + TEXT + said('Let me look.') + stop(0),
        begin(1, { type: 'tool_use', id: 't1', name: 'look', input: {} }),
        delta(1, { type: 'input_json_delta', partial_json: '{"at":' }),
        delta(1, { type: 'input_json_delta', partial_json: '1}' }),
        stop(1),
        begin(2, { type: 'tool_use', id: 't2', name: 'wait', input: {} }),
        stop(2) + end('tool_use'),
      ),
    ];
    expect(await ask()).toEqual([
      'Let me look.',
      { type: 'tool-call', id: 't1', name: 'look', arguments: '{"at":1}' },
      { type: 'tool-call', id: 't2', name: 'wait', arguments: '{}' },
    ]);
  });

  it('keeps thoughts to itself', async () => {
    const thought = delta(0, { type: 'thinking_delta', thinking: 'Hmm.' });
    replies = [
      stream(
        START + begin(0, { type: 'thinking', thinking: '' }) + thought + stop(0),
        begin(1, { type: 'text', text: '' }) + delta(1, { type: 'text_delta', text: 'Yes.' }),
        stop(1) + end('end_turn'),
      ),
    ];
    expect(await ask()).toEqual(['Yes.']);
  });

  it.each([
    ['end_turn', 'no text'],
    ['max_tokens', 'maxTokens'],
    ['refusal', 'filter'],
  ])('without a word says why: %s', async (reason, why) => {
    replies = [stream(START, end(reason))];
    await expect(ask()).rejects.toThrow(why);
  });

  it('that breaks off in the middle is no whole one', async () => {
    replies = [
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        await new Promise<void>((done) =>
          response.write(START + TEXT + said('Good '), () => done()),
        );
        setImmediate(() => response.destroy());
      },
    ];
    const used: ModelUsage[] = [];
    const answer = ask({ ...REQUEST, onUsage: (one) => used.push(one) });
    await expect(answer).rejects.toMatchObject({ code: 'model_cut_off' });
    expect(asked).toHaveLength(1);
    expect(used).toMatchObject([{ promptTokens: 12, completionTokens: 2 }]);
  });

  it('that does not end is none', async () => {
    replies = [
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const more = () => void (response.destroyed || response.write('x'.repeat(500_000), more));
        more();
      },
    ];
    await expect(ask()).rejects.toMatchObject({ code: 'model_bad_answer' });
  });

  it('that does not begin is given up', async () => {
    replies = [() => void clock.advance(10_000)];
    await expect(ask(REQUEST, { retries: 0 })).rejects.toMatchObject({ code: 'model_timeout' });
  });

  it('is given up with its signal, and the request with it', async () => {
    const controller = new AbortController();
    const left = new Promise<void>((resolve) => {
      replies = [
        (response) => {
          response.once('close', () => resolve());
          controller.abort(new Error('cut'));
        },
      ];
    });
    await expect(ask({ ...REQUEST, signal: controller.signal })).rejects.toThrow('cut');
    await left;
  });
});

describe('a refusal', () => {
  it.each([
    [401, 'model_unauthorized', 'check the credential'],
    [404, 'model_not_found', 'address or model'],
    [400, 'model_bad_request', 'settings'],
  ])('of %i is final, and says what to check', async (status, code, advice) => {
    replies = [refuse(status, { type: 'x', message: 'sk-ant-secret' })];
    const failed = await ask().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code, message: expect.stringContaining(advice) });
    expect(String(failed)).not.toContain('secret');
    expect(asked).toHaveLength(1);
  });

  it('for an empty account says so', async () => {
    const message = 'Your credit balance is too low to access the Anthropic API.';
    replies = [refuse(400, { type: 'invalid_request_error', message })];
    await expect(ask()).rejects.toThrow('pay its bill');
  });

  it.each([
    [429, { 'retry-after': '0' }],
    [529, {}],
  ] as const)('of %i is followed by one more request', async (status, headers) => {
    replies = [refuse(status, { type: 'overloaded_error' }, headers), ANSWER];
    const answer = ask(REQUEST, { clock: createSystemClock(), maxRetryDelay: 1 });
    expect(await answer).toEqual(['Good ', 'day.']);
    expect(asked).toHaveLength(2);
  });

  it('in the middle of a stream ends the answer', async () => {
    const overloaded = event('error', { error: { type: 'overloaded_error', message: 'Busy' } });
    replies = [stream(START, TEXT, said('Good '), overloaded)];
    await expect(ask()).rejects.toMatchObject({ code: 'model_unavailable' });
  });

  it('of a temperature is remembered, and the question asked without', async () => {
    const message = '`temperature` is deprecated for this model.';
    replies = [refuse(400, { type: 'invalid_request_error', message }), ANSWER];
    const request = { ...REQUEST, temperature: 0.4 };
    for (const _ of [1, 2])
      expect(await ask(request, { model: 'claude-new' })).toEqual(['Good ', 'day.']);
    expect(asked.map(({ body }) => body.temperature)).toEqual([0.4, undefined, undefined]);
    // Another organisation's server says nothing of it.
    const { port } = server.address() as AddressInfo;
    await ask(request, { model: 'claude-new', baseUrl: `http://localhost:${port}` });
    expect(asked.at(-1)?.body.temperature).toBe(0.4);
  });
});

describe('a request', () => {
  it('tells nothing of this machine', async () => {
    replies = [ANSWER];
    await ask();
    const { url, headers = {} } = asked[0] ?? {};
    expect([url, headers.authorization]).toEqual(['/v1/messages', 'Bearer key']);
    expect(Object.keys(headers).filter((name) => /stainless|traceparent/.test(name))).toEqual([]);
    expect(headers['user-agent'] ?? '').not.toMatch(/anthropic/i);
  });

  it('has no headers that the SDK finds in the environment', async () => {
    replies = [ANSWER];
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-of-operator: secret');
    await ask();
    vi.unstubAllEnvs();
    expect(asked[0]?.headers).not.toHaveProperty('x-of-operator');
  });

  it('has its prompt apart, and one turn of each after the other', async () => {
    replies = [ANSWER];
    const call = { type: 'tool-call', id: 't1', name: 'look', arguments: '{"at":1}' } as const;
    await ask({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [call, { ...call, id: 't2', arguments: 'x' }],
        },
        { role: 'tool', content: 'A tree.', toolCallId: 't1' },
        { role: 'tool', content: '', toolCallId: 't2' },
        { role: 'system', content: 'Be brief.' },
      ],
      temperature: 1.7,
      maxTokens: 9,
      tools: [{ name: 'look', description: 'Looks.', parameters: { properties: {} } }],
    });
    expect(asked[0]?.body).toEqual({
      model: 'claude-x',
      max_tokens: 9,
      stream: true,
      temperature: 1,
      system: 'Be kind.',
      tools: [
        { name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: expect.stringContaining('begins') }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 't1', name: 'look', input: { at: 1 } },
            { type: 'tool_use', id: 't2', name: 'look', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'A tree.' },
            { type: 'tool_result', tool_use_id: 't2', content: '(nothing)' },
            { type: 'text', text: expect.stringContaining('Be brief.') },
          ],
        },
      ],
    });
  });

  it('has the results of tools first, and knows tools that may not be called any more', async () => {
    replies = [ANSWER];
    const call = { type: 'tool-call', id: 't1', name: 'look', arguments: '{}' } as const;
    await ask({
      messages: [
        ...REQUEST.messages,
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'system', content: 'Be brief.' },
        { role: 'tool', content: 'A tree.', toolCallId: 't1' },
      ],
    });
    expect(asked[0]?.body).toMatchObject({
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
    expect(asked[0]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }, { type: 'text' }] },
    ]);
  });

  it('never ends with what the assistant said', async () => {
    replies = [ANSWER];
    await ask({ messages: [...REQUEST.messages, { role: 'assistant', content: 'One moment.' }] });
    expect(asked[0]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user' },
    ]);
  });
});
