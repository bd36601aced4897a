import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../model.ts';
import type { ToolCall } from '../tools.ts';
import { createOpenAiModel } from './openai-model.ts';

const WEATHER = {
  name: 'weather',
  description: 'The weather of a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
};
const REQUEST: ModelRequest = { messages: [{ role: 'user', content: 'Rain?' }], tools: [WEATHER] };

const event = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
const pieces = (tool_calls: readonly object[]) => event({ delta: { tool_calls } });
const END = `${event({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`;

/** Answers with `body`; what was asked is kept. */
function modelAnswering(body: string, type = 'text/event-stream') {
  const asked: { messages: unknown; tools?: unknown }[] = [];
  const model = createOpenAiModel({
    baseUrl: 'http://model.test/v1',
    model: 'tiny',
    retries: 0,
    async fetch(_, init) {
      asked.push(JSON.parse(String(init?.body)));
      return new Response(body, { headers: { 'content-type': type } });
    },
  });
  return {
    asked,
    async answer(request = REQUEST) {
      const all: (string | ToolCall)[] = [];
      for await (const piece of model.respond(request)) all.push(piece);
      return all;
    },
  };
}

describe('tool calls of a model', () => {
  it('are put together from pieces, behind the words', async () => {
    const model = modelAnswering(
      [
        event({ delta: { content: 'One moment.' } }),
        pieces([{ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }]),
        pieces([{ index: 0, function: { arguments: '{"pl' } }]),
        pieces([{ index: 1, id: 'b', function: { name: 'weather', arguments: '{}' } }]),
        pieces([{ index: 0, function: { arguments: 'ace":"Kiel"}' } }]),
        END,
      ].join(''),
    );
    expect(await model.answer()).toEqual([
      'One moment.',
      { type: 'tool-call', id: 'a', name: 'weather', arguments: '{"place":"Kiel"}' },
      { type: 'tool-call', id: 'b', name: 'weather', arguments: '{}' },
    ]);
    expect(model.asked[0]?.tools).toEqual([{ type: 'function', function: WEATHER }]);
  });

  it('are told apart by their ids where a server numbers every one 0, or none', async () => {
    for (const index of [0, undefined]) {
      const model = modelAnswering(
        pieces([{ index, id: 'a', function: { name: 'weather', arguments: '{}' } }]) +
          pieces([{ index, id: 'b', function: { name: 'weather', arguments: '{"place":"' } }]) +
          pieces([{ index, function: { arguments: 'Bonn"}' } }]) +
          END,
      );
      expect(await model.answer()).toMatchObject([
        { id: 'a', arguments: '{}' },
        { id: 'b', arguments: '{"place":"Bonn"}' },
      ]);
    }
  });

  it('are read from an answer that is not streamed, and get an id where there is none', async () => {
    const message = { content: null, tool_calls: [{ function: { name: 'weather' } }] };
    const model = modelAnswering(JSON.stringify({ choices: [{ message }] }), 'application/json');
    const [call] = await model.answer();
    expect(call).toMatchObject({ type: 'tool-call', name: 'weather', arguments: '{}' });
    expect(call).toHaveProperty('id', expect.stringMatching(/^call_./));
  });

  it('go back with their answers', async () => {
    const model = modelAnswering(event({ delta: { content: 'Dry.' }, finish_reason: 'stop' }));
    const call = { type: 'tool-call', id: 'a', name: 'weather', arguments: '{}' } as const;
    await model.answer({
      messages: [
        { role: 'user', content: 'Rain?' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'dry', toolCallId: 'a' },
      ],
    });
    expect(model.asked[0]).not.toHaveProperty('tools');
    expect(model.asked[0]?.messages).toEqual([
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', content: 'dry', tool_call_id: 'a' },
    ]);
  });

  it('are refused when they never end', async () => {
    const call = {
      index: 0,
      id: 'a',
      function: { name: 'weather', arguments: 'x'.repeat(60_000) },
    };
    const model = modelAnswering(pieces([call]) + pieces([call]) + END);
    await expect(model.answer()).rejects.toMatchObject({ code: 'model_bad_answer' });
  });
});
