import { describe, expect, it } from 'vitest';
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
import type { ModelMessage } from '../model.ts';
import { withoutOlderHalf } from './fit-context.ts';

const turn = (content: string, role: ModelMessage['role'] = 'user'): ModelMessage => ({
  role,
  content,
});
const PROMPT = turn('You are Ember.', 'system');
const LONG = Array.from({ length: 8 }, (_, index) =>
  turn(`${index}`, index % 2 === 0 ? 'user' : 'assistant'),
);
const NOTE = turn('Nothing was found.', 'system');
const QUESTION = turn('And today?');
const messages = [PROMPT, ...LONG, NOTE, QUESTION];

const answer = () => stream(said('Dry.'), stop('stop'), DONE);
const refused = (message: string, more: object = {}, status = 400) =>
  json({ error: { message, code: status, ...more } }, status);

describe('a conversation that is longer than the context of a model', () => {
  it.each<readonly [string, () => Response]>([
    [
      'llama.cpp',
      () =>
        refused(
          'request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it',
          { type: 'exceed_context_size_error', n_prompt_tokens: 5021, n_ctx: 4096 },
        ),
    ],
    [
      'llama.cpp of before',
      () =>
        refused(
          'the request exceeds the available context size. try increasing the context size or enable context shift',
          { type: 'exceed_context_size_error' },
          500,
        ),
    ],
    [
      'vLLM',
      () =>
        json(
          {
            object: 'error',
            message:
              "This model's maximum context length is 4096 tokens. However, you requested 4222 tokens (4062 in the messages, 160 in the completion).",
            type: 'BadRequestError',
            code: 400,
          },
          400,
        ),
    ],
    [
      'vLLM, of the tokens of an answer',
      () =>
        refused(
          "'max_tokens' or 'max_completion_tokens' is too large: 160. This model's maximum context length is 4096 tokens and your request has 4000 input tokens.",
        ),
    ],
    ['OpenAI', () => refused('Your input exceeds the limit.', { code: 'context_length_exceeded' })],
    [
      'LM Studio, in the stream',
      () =>
        stream(
          `event: error\n${event({
            error: {
              message:
                'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
            },
          })}`,
        ),
    ],
    [
      'LM Studio of before, in the stream',
      () =>
        stream(
          event({
            error: 'Trying to keep the first 5021 tokens when context the overflows.',
          }),
        ),
    ],
  ])('is asked again without its older half (%s)', async (_, refusal) => {
    const model = modelOf(refusal, refusal, answer);
    expect(await model.ask({ messages, maxTokens: 160 })).toEqual(['Dry.']);
    expect(model.asked.map((one) => one.messages)).toEqual([
      messages,
      [PROMPT, ...LONG.slice(-3), NOTE, QUESTION],
      [PROMPT, NOTE, QUESTION],
    ]);
    expect(new Set(model.asked.map(({ max_tokens }) => max_tokens))).toEqual(new Set([160]));
  });

  it('is given up where the prompt alone is too long', async () => {
    const model = modelOf(() => refused('exceeds the available context size'));
    await expect(model.ask({ messages: [PROMPT, NOTE, QUESTION] })).rejects.toMatchObject({
      code: 'model_too_long',
      retryable: false,
      message: expect.stringMatching(/context/),
    });
    expect(model.asked).toHaveLength(1);
  });

  it('is not asked again once something was said', async () => {
    const overflow = event({ error: { message: 'Context size has been exceeded.' } });
    const model = modelOf(() => stream(said('Dry'), overflow));
    await expect(model.ask({ ...REQUEST, messages })).rejects.toMatchObject({
      code: 'model_too_long',
    });
    expect(model.asked).toHaveLength(1);
  });

  it('keeps a call with its result, or leaves out both', () => {
    const call: ModelMessage = {
      role: 'assistant',
      content: '',
      toolCalls: [{ type: 'tool-call', id: 'a', name: 'look', arguments: '{}' }],
    };
    const result: ModelMessage = { role: 'tool', content: 'It rains.', toolCallId: 'a' };
    expect(withoutOlderHalf([PROMPT, ...LONG.slice(0, 2), call, result, NOTE, QUESTION])).toEqual([
      PROMPT,
      NOTE,
      QUESTION,
    ]);
    expect(withoutOlderHalf([PROMPT, QUESTION, call, result])).toBeNull();
  });
});
