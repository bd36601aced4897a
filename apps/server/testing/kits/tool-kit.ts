import type { ToolResult, ToolRunOptions } from '@kindling/conversation';
import type { AssistantCreate, ToolCreate } from '@kindling/protocol';
import { pino } from 'pino';
import type { LogEntry } from '../../src/modules/logs/log-port.ts';
import { createMcpServers } from '../../src/modules/tools/mcp/mcp-servers.ts';
import { createToolbox } from '../../src/modules/tools/toolbox.ts';
import { createCallServer } from '../../src/platform/http-client/call-server.ts';
import { createHttpOut } from '../../src/platform/http-client/http-out.ts';
import { createOpenServerHeaders } from '../../src/platform/http-client/server-headers.ts';
import { createTestReceiver, type Reply } from '../receivers/test-receiver.ts';
import { createManualClock } from '../server/manual-clock.ts';

/** What requests of the kit are signed with. */
export const KIT_SECRET = 'whsec_test';

interface Use {
  readonly tool: ToolCreate;
  readonly args?: unknown;
  readonly assistant?: AssistantCreate;
  readonly allowPrivate?: boolean;
  readonly variables?: Record<string, unknown>;
  readonly options?: Partial<ToolRunOptions>;
  /** Null: it is a chat. @default 'call' */
  readonly callId?: string | null;
}

/** As a function's server answers. */
export const answerWith =
  (result: object) =>
  ({ body }: { body: string }): Reply => {
    const [{ id }] = JSON.parse(body).message.toolCallList;
    return { body: JSON.stringify({ results: [{ toolCallId: id, ...result }] }) };
  };

/** Tools, and the server that they ask. Reset it before each test and close it after the last. */
export async function createToolKit() {
  const receiver = await createTestReceiver();
  const clock = createManualClock();
  const logged: LogEntry[] = [];
  const said: string[] = [];
  const searched: unknown[] = [];

  function reset() {
    for (const kept of [receiver.received, logged, said, searched]) kept.length = 0;
    receiver.reply = answerWith({ result: '21 degrees' });
  }

  function toolbox(allowPrivate = true, stored: Record<string, unknown> = {}) {
    const http = createHttpOut({ allowPrivate });
    const logs = { write: (entry: LogEntry) => void logged.push(entry) };
    return createToolbox({
      http,
      clock,
      logs,
      log: pino({ level: 'silent' }),
      callServer: createCallServer({
        http,
        clock,
        logs,
        openHeaders: createOpenServerHeaders({
          clock,
          secrets: { of: () => KIT_SECRET },
          prove: async () => ({}),
        }),
      }),
      searchKnowledge: async (...asked) => {
        searched.push(asked);
        return [{ text: 'Open from nine.', source: 'hours.txt' }];
      },
      store: { find: async (_, id) => (stored[id] as never) ?? null },
      mcp: createMcpServers({ http, clock, prove: async () => ({}) }),
      orgServers: { find: async () => ({ url: `${receiver.url}/org` }) },
    });
  }

  async function use({ tool, args = {}, callId = 'call', ...others }: Use) {
    const { assistant, allowPrivate, variables, options } = others;
    const model = { provider: 'openai', tools: [tool] };
    const user = { orgId: 'org', callId, about: { call: { id: 'call' } } };
    const runner = await toolbox(allowPrivate).open(
      { ...assistant, model },
      { ...user, ...(variables === undefined ? {} : { variables }) },
    );
    const name = runner?.definitions[0]?.name ?? '';
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const result = await runner?.run(
      { type: 'tool-call', id: 'c1', name, arguments: text },
      {
        signal: new AbortController().signal,
        messages: [{ role: 'user', content: 'How warm is it?' }],
        onSay: (words) => said.push(words),
        ...options,
      },
    );
    return { result: result as ToolResult, definition: runner?.definitions[0] };
  }

  const weather = (more: object = {}): ToolCreate => ({
    type: 'function',
    server: { url: `${receiver.url}/weather` },
    function: {
      name: 'weather',
      description: 'How warm it is.',
      parameters: {
        type: 'object',
        properties: { place: { type: 'string' }, days: { type: 'integer' } },
        required: ['place'],
      },
    },
    ...more,
  });

  return {
    receiver,
    clock,
    logged,
    said,
    searched,
    toolbox,
    use,
    weather,
    reset,
    close: receiver.close,
  };
}
