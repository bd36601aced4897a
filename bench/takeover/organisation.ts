import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantCreate } from '@kindling/protocol';
import { z } from 'zod';
import type { CallTarget } from '../../packages/assistant/src/call/call-request.ts';

/** The organisation's own server: a model that remembers only what it is given, a tool, and where reports go. */
export interface Organisation {
  /** How often the tool ran for each call. */
  readonly toolRuns: ReadonlyMap<string, number>;
  /** The ids of the end-of-call reports of each call, each as often as it came. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
  /** Resolves when the tool is asked next. */
  untilToolRuns(): Promise<void>;
  /** What answers its calls. Squad and workflow hand over to the kitchen when the caller asks for it. */
  readonly answers: Readonly<Record<'assistant' | 'squad' | 'workflow', CallTarget>>;
  close(): void;
}

/** How long the tool takes, ms. */
const TOOL_TIME = 1_500;

const asked = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z.unknown().optional(),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});
type Asked = z.infer<typeof asked>;

const told = z.object({
  message: z.object({
    type: z.string(),
    call: z.object({ id: z.string() }).optional(),
    toolCallList: z.array(z.object({ id: z.string() })).optional(),
  }),
});

export const FIRST_MESSAGE = 'Hello, this is the front desk. I can remember your name.';

const KITCHEN_MESSAGE = 'This is the kitchen.';
const KITCHEN_PROMPT = 'You work in the kitchen.';

const STORY = [
  'Once upon a time there was a lighthouse on a small island in the north.',
  'Its keeper counted the ships every evening and wrote them into a book.',
  'One winter the lamp broke, and the keeper lit a fire instead.',
  'All the ships came home, and nobody ever knew how close it had been.',
].join(' ');

export async function startOrganisation(): Promise<Organisation> {
  const toolRuns = new Map<string, number>();
  const reports = new Map<string, string[]>();
  let waiting: (() => void)[] = [];

  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await textOf(request));
    if (request.url?.startsWith('/model') === true) {
      response.setHeader('content-type', 'text/event-stream');
      const chunk = { choices: [answerTo(asked.parse(body))] };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      return;
    }
    const { type, call, toolCallList = [] } = told.parse(body).message;
    const id = call?.id ?? '';
    response.setHeader('content-type', 'application/json');
    if (type === 'end-of-call-report')
      reports.set(id, [...(reports.get(id) ?? []), String(request.headers['webhook-id'])]);
    if (type !== 'tool-calls') {
      response.end('{}');
      return;
    }
    toolRuns.set(id, (toolRuns.get(id) ?? 0) + 1);
    for (const resolve of waiting) resolve();
    waiting = [];
    const results = toolCallList.map(({ id: toolCallId }) => ({
      toolCallId,
      result: 'Table four.',
    }));
    setTimeout(() => response.end(JSON.stringify({ results })), TOOL_TIME);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    toolRuns,
    reports,
    untilToolRuns: () => new Promise((resolve) => waiting.push(resolve)),
    answers: describeAnswers(url),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function describeAnswers(url: string): Organisation['answers'] {
  const model = { provider: 'custom-llm', model: 'scripted', url: `${url}/model` } as const;
  const own = {
    server: { url: `${url}/server` },
    serverMessages: ['end-of-call-report', 'tool-calls'],
    // A caller who says nothing for long is not asked whether they are there.
    silenceTimeoutSeconds: 600,
  } satisfies AssistantCreate;
  const desk = { ...own, name: 'Front desk', firstMessage: FIRST_MESSAGE };
  const kitchen = {
    ...{ ...own, name: 'Kitchen', firstMessage: KITCHEN_MESSAGE },
    model: { ...model, messages: [{ role: 'system' as const, content: KITCHEN_PROMPT }] },
  };
  return {
    assistant: {
      assistant: { ...desk, model: { ...model, tools: [tool] }, endCallPhrases: ['goodbye now'] },
    },
    squad: {
      squad: {
        members: [
          {
            assistant: { ...desk, model },
            assistantDestinations: [{ type: 'assistant', assistantName: kitchen.name }],
          },
          { assistant: kitchen },
        ],
      },
    },
    workflow: {
      workflow: {
        ...{ ...own, name: 'Restaurant', model },
        nodes: [
          {
            ...{ type: 'conversation', name: 'desk', isStart: true },
            messagePlan: { firstMessage: FIRST_MESSAGE },
          },
          {
            ...{ type: 'conversation', name: 'kitchen', prompt: KITCHEN_PROMPT },
            messagePlan: { firstMessage: KITCHEN_MESSAGE },
          },
        ],
        edges: [
          {
            ...{ from: 'desk', to: 'kitchen' },
            condition: { type: 'ai', prompt: 'The caller wants the kitchen.' },
          },
        ],
      },
    },
  };
}

const tool = {
  type: 'function',
  function: {
    name: 'book_table',
    description: 'Books a table.',
    parameters: { type: 'object', properties: {} },
  },
} as const;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function answerTo({ messages, tools }: Asked): object {
  const inKitchen = messages.some(
    ({ role, content }) => role === 'system' && content?.includes(KITCHEN_PROMPT) === true,
  );
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool');
  const words = last?.content ?? '';
  const say = (content: string) => ({ delta: { content }, finish_reason: 'stop' });
  if (last?.role === 'tool')
    return say(/four/.test(words) ? 'It is table four.' : 'Nobody knows whether it was booked.');
  if (/what\W+is my name/i.test(words)) {
    const name = messages
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }) => /my name is (\w+)/i.exec(content ?? '')?.[1] ?? [])[0];
    if (name === undefined) return say('I do not know your name.');
    return say(`Your name is ${name}${inKitchen ? ', says the kitchen' : ''}.`);
  }
  if (/my name is/i.test(words)) return say('It is good to meet you.');
  if (/story/i.test(words)) return say(STORY);
  if (/leave/i.test(words)) return say('It was good to talk to you. Goodbye now.');
  const wanted = /table|kitchen/i.exec(words)?.[0];
  const name = tools.find((one) => one.function.name.toLowerCase().includes(`${wanted}`))?.function
    .name;
  if (name !== undefined) {
    const call = { name, arguments: '{}' };
    const calls = [{ index: 0, id: `call-${messages.length}`, type: 'function', function: call }];
    return { delta: { tool_calls: calls }, finish_reason: 'tool_calls' };
  }
  return say('I see.');
}
