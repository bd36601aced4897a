import type { ModelRequest } from '../generation/model.ts';
import { createOpenAiModel } from '../generation/openai/openai-model.ts';
import { createKnownManners } from '../generation/openai/request-manner.ts';
import type { ToolCall } from '../generation/tools.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** Answers of servers that speak the chat-completions protocol, each in its own way. */

export const REQUEST: ModelRequest = {
  messages: [{ role: 'user', content: 'Rain?' }],
  temperature: 0,
  maxTokens: 9,
};
export const event = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
export const choice = (one: object) => event({ choices: [one] });
export const said = (content: unknown) => choice({ delta: { content } });
export const stop = (finish_reason: string) => choice({ delta: {}, finish_reason });
export const call = (...tool_calls: object[]) => choice({ delta: { tool_calls } });
export const named = (name: string, args: unknown, more: object = {}) => ({
  ...{ type: 'function', function: { name, arguments: args } },
  ...more,
});
export const DONE = 'data: [DONE]\n\n';

export const stream = (...parts: string[]) =>
  new Response(parts.join(''), { headers: { 'content-type': 'text/event-stream' } });
export const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A model whose server gives these answers in turn, the last one again and again. */
export function modelOf(...answers: (() => Response)[]) {
  const asked: Record<string, unknown>[] = [];
  const clock = createVirtualClock();
  const model = createOpenAiModel({
    baseUrl: 'http://model.test/v1',
    model: 'tiny',
    clock,
    manners: createKnownManners(),
    async fetch(_, init) {
      asked.push(JSON.parse(String(init?.body)));
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer === undefined) throw new Error('The test gives no answer.');
      return answer();
    },
  });
  const ask = async (request = REQUEST) => {
    const all: (string | ToolCall)[] = [];
    for await (const piece of model.respond(request)) all.push(piece);
    return all;
  };
  return { asked, clock, ask };
}
