import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantCreate } from '@kindling/protocol';
import { z } from 'zod';

/** The organisation's own server: a model that remembers only what it is given, a tool, and where reports go. */
export interface Organisation {
  /** How often the tool ran for each call. */
  readonly toolRuns: ReadonlyMap<string, number>;
  /** The ids of the end-of-call reports of each call, each as often as it came. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
  /** Resolves when the tool is asked next. */
  untilToolRuns(): Promise<void>;
  /** An assistant of it. */
  assistant(): AssistantCreate;
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
});
type Asked = z.infer<typeof asked>['messages'];

const told = z.object({
  message: z.object({
    type: z.string(),
    call: z.object({ id: z.string() }).optional(),
    toolCallList: z.array(z.object({ id: z.string() })).optional(),
  }),
});

export const FIRST_MESSAGE = 'Hello, this is the front desk. I can remember your name.';

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
      const chunk = { choices: [answerTo(asked.parse(body).messages)] };
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
    assistant: () => ({
      name: 'Front desk',
      firstMessage: FIRST_MESSAGE,
      model: {
        ...{ provider: 'custom-llm', model: 'scripted', url: `${url}/model` },
        tools: [tool],
      },
      server: { url: `${url}/server` },
      serverMessages: ['end-of-call-report', 'tool-calls'],
      endCallPhrases: ['goodbye now'],
      // A caller who says nothing for long is not asked whether they are there.
      silenceTimeoutSeconds: 600,
    }),
    close() {
      server.close();
      server.closeAllConnections();
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

function answerTo(messages: Asked): object {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool');
  const words = last?.content ?? '';
  const say = (content: string) => ({ delta: { content }, finish_reason: 'stop' });
  if (last?.role === 'tool')
    return say(/four/.test(words) ? 'It is table four.' : 'Nobody knows whether it was booked.');
  if (/what\W+is my name/i.test(words)) {
    const name = messages
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }) => /my name is (\w+)/i.exec(content ?? '')?.[1] ?? [])[0];
    return say(name === undefined ? 'I do not know your name.' : `Your name is ${name}.`);
  }
  if (/my name is/i.test(words)) return say('It is good to meet you.');
  if (/story/i.test(words)) return say(STORY);
  if (/leave/i.test(words)) return say('It was good to talk to you. Goodbye now.');
  if (/table/i.test(words)) {
    const call = { name: 'book_table', arguments: '{}' };
    const calls = [{ index: 0, id: `call-${messages.length}`, type: 'function', function: call }];
    return { delta: { tool_calls: calls }, finish_reason: 'tool_calls' };
  }
  return say('I see.');
}
