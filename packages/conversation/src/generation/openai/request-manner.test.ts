import { beforeEach, describe, expect, it } from 'vitest';
import {
  DONE,
  event,
  json,
  modelOf,
  REQUEST,
  said,
  stop,
  stream,
} from '../../testing/vendor-answers.ts';
import type { ModelRequest, ModelUsage } from '../model.ts';
import { createKnownManners } from './request-manner.ts';

describe('requests', () => {
  const unsupported = (param: string, message: string) => () =>
    json({ error: { message, param, type: 'invalid_request_error' } }, 400);
  const TOKENS = unsupported(
    'max_tokens',
    "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
  );
  const TEMPERATURE = unsupported('temperature', 'Only the default (1) value is supported.');

  it('are written as the endpoint wants them, and so from then on', async () => {
    const model = modelOf(TOKENS, TEMPERATURE, () => stream(said('Dry.'), DONE));
    expect(await model.ask()).toEqual(['Dry.']);
    await model.ask();
    expect(model.asked.map(({ messages: _, model: __, stream: ___, ...rest }) => rest)).toEqual([
      { temperature: 0, max_tokens: 9 },
      { temperature: 0, max_completion_tokens: 9 },
      { max_completion_tokens: 9 },
      { max_completion_tokens: 9 },
    ]);
  });

  const template = (message: string, status: number) => () => json({ error: { message } }, status);
  const HANDED_OVER: ModelRequest = {
    messages: [
      { role: 'system', content: 'You are Ada.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'A price?' },
      { role: 'system', content: 'You are Bob.' },
    ],
  };
  const turns = [
    { role: 'user', content: '(The conversation begins.)' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'A price?\n\n(A note to you, not said by anybody: You are Bob.)' },
  ];
  it.each([
    ['System message must be at the beginning.', 400],
    ['Jinja Exception: System message must be at the beginning', 500],
    ['Conversation roles must alternate user/assistant/user/assistant/...', 400],
    ['No user query found in messages.', 400],
  ])('are put in the order that a template wants: %s (%i)', async (message, status) => {
    const model = modelOf(template(message, status), () => stream(said('Nine.'), DONE));
    expect(await model.ask(HANDED_OVER)).toEqual(['Nine.']);
    expect(model.asked[1]?.messages).toEqual([
      { role: 'system', content: 'You are Ada.' },
      ...turns,
    ]);
  });

  it('have no system message where the template knows none', async () => {
    const model = modelOf(
      template('System message must be at the beginning.', 400),
      () => json({ object: 'error', message: 'System role not supported' }, 400),
      () => stream(said('Nine.'), DONE),
    );
    expect(await model.ask(HANDED_OVER)).toEqual(['Nine.']);
    expect(model.asked[2]?.messages).toEqual([
      { role: 'user', content: 'You are Ada.' },
      ...turns.slice(1),
    ]);
  });

  it('to open a conversation have a turn to answer', async () => {
    const model = modelOf(template('No user query found', 400), () => stream(said('Hi.'), DONE));
    await model.ask({ messages: [{ role: 'system', content: 'Greet.' }] });
    expect(model.asked[1]?.messages).toEqual([{ role: 'system', content: 'Greet.' }, turns[0]]);
  });

  const tools = [{ name: 'end_call', description: 'Ends the call.', parameters: {} }];
  it.each<readonly [string, object, number]>([
    [
      'Ollama',
      { error: { message: 'registry.ollama.ai/library/gemma3:4b does not support tools' } },
      400,
    ],
    ['Ollama by itself', { error: 'gemma3:4b does not support tools' }, 400],
    [
      'vLLM',
      {
        object: 'error',
        message:
          '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      },
      400,
    ],
    ['llama.cpp', { error: { code: 500, message: 'tools param requires --jinja flag' } }, 500],
    ['Groq', { error: { message: '`tool calling` is not supported with this model' } }, 400],
    ['OpenRouter', { error: { message: 'No endpoints found that support tool use.' } }, 404],
  ])('offer no tools to a model that knows none (%s)', async (_, refusal, status) => {
    const model = modelOf(
      () => json(refusal, status),
      () => stream(said('Nine.'), DONE),
    );
    expect(await model.ask({ ...REQUEST, tools })).toEqual(['Nine.']);
    await model.ask({ ...REQUEST, tools });
    expect(model.asked.map((one) => 'tools' in one)).toEqual([true, false, false]);
  });

  it('are remembered for each endpoint, and not for ever', () => {
    const manners = createKnownManners();
    const learned = { ...manners.of('one'), temperature: false };
    manners.learn('one', learned);
    expect([manners.of('one'), manners.of('two').temperature]).toEqual([learned, true]);
    for (let index = 0; index < 1_000; index += 1) manners.learn(`of a user ${index}`, learned);
    expect(manners.of('one').temperature).toBe(true);
  });

  it('are given up where a refusal does not end', async () => {
    const model = modelOf(TOKENS);
    await expect(model.ask()).rejects.toMatchObject({ code: 'model_bad_request' });
    expect(model.asked).toHaveLength(2);
  });
});

describe('a report of usage', () => {
  const used: ModelUsage[] = [];
  const request = { ...REQUEST, onUsage: (usage: ModelUsage) => used.push(usage) };
  const report = event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } });
  const answer = () => stream(said('Dry.'), stop('stop'), report, DONE);
  beforeEach(() => {
    used.length = 0;
  });

  it('is asked for where somebody counts, and passed on once', async () => {
    const { asked, ask } = modelOf(answer);
    await ask();
    expect(await ask(request)).toEqual(['Dry.']);
    expect(asked.map(({ stream_options }) => stream_options)).toEqual([
      undefined,
      { include_usage: true },
    ]);
    expect(used).toEqual([
      { provider: 'openai', model: 'tiny', promptTokens: 7, completionTokens: 3 },
    ]);
  });

  it('is not asked for again where the server does not know such a thing', async () => {
    const refused = () => json({ error: { message: 'Unknown field: stream_options' } }, 400);
    const { asked, ask } = modelOf(refused, answer);
    for (const _ of [1, 2]) await ask(request);
    expect(asked.map((one) => 'stream_options' in one)).toEqual([true, false, false]);
    expect(used).toHaveLength(2);
  });
});
