import { type Server, type ToolMessage, type ToolOf, toolMessageSchema } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import { readJsonText } from '../../../platform/errors/json-text.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import { describeRefusal } from '../../../platform/http-client/describe-refusal.ts';
import {
  done,
  failed,
  NO_PARAMETERS,
  type ReadyTool,
  type ToolOutcome,
  type ToolUse,
} from '../tool-kind.ts';

export type ServerTool = ToolOf<'function' | 'bash' | 'computer' | 'textEditor'>;

/** What a server answers; what it adds is let through. */
const answerSchema = z.object({
  results: z
    .array(
      z.object({
        toolCallId: z.string().optional(),
        name: z.string().optional(),
        result: z.unknown().optional(),
        error: z.unknown().optional(),
        message: toolMessageSchema.optional().catch(undefined),
      }),
    )
    .optional(),
  error: z.string().optional(),
});
type Result = NonNullable<z.infer<typeof answerSchema>['results']>[number];

/** A function of the organisation's own server. */
export function readyServerTool(
  tool: ServerTool,
  { callServer, clock }: { readonly callServer: CallServer; readonly clock: Clock },
): ReadyTool {
  const name = tool.function?.name ?? (tool.type === 'function' ? 'function' : tool.name);
  return {
    definition: {
      name,
      description: tool.function?.description ?? '',
      parameters:
        tool.function?.parameters ??
        (tool.type === 'function' ? NO_PARAMETERS : { type: 'object' }),
    },
    messages: tool.messages,
    async run(use) {
      const server = serverOf(tool, use);
      if (server === null)
        return failed('There is no server for this tool: it needs a server.url.');
      const { orgId, callId, assistantId } = use.context;
      const body = { message: { timestamp: Math.round(clock.now()), ...writeMessage(tool, use) } };
      const asked = callServer({
        orgId,
        callId,
        assistantId,
        server,
        body,
        signal: use.signal,
        type: 'tool-calls',
      });
      if (tool.type === 'function' && tool.async === true) {
        // Its outcome is in the log.
        asked.catch(() => undefined);
        return done('The request was sent; there is no result to wait for.');
      }
      const answer = await asked;
      if (answer.status < 200 || answer.status >= 300) {
        return failed(`The server of this tool ${describeRefusal(answer.status)}.`);
      }
      return readAnswer(answer.text, use);
    },
  };
}

/** Of a tool, else of its assistant, else of the organisation; null: there is none. */
export function serverOf(
  tool: { readonly server?: Server | null | undefined },
  { context }: ToolUse,
): (Server & { url: string }) | null {
  for (const server of [tool.server, context.assistant.server, context.orgServer]) {
    if (server?.url !== undefined) return { ...server, url: server.url };
  }
  return null;
}

function writeMessage(tool: ServerTool, { call, messages, context }: ToolUse) {
  const toolCall = {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  };
  const { server: _, ...sent } = tool;
  return {
    type: 'tool-calls',
    toolCallList: [toolCall],
    toolWithToolCallList: [{ ...sent, toolCall }],
    artifact: { messagesOpenAIFormatted: messages.map(({ role, content }) => ({ role, content })) },
    ...context.about,
  };
}

function readAnswer(text: string, { call }: ToolUse): ToolOutcome {
  const parsed = answerSchema.safeParse(readJsonText(text));
  if (!parsed.success || (parsed.data.results === undefined && parsed.data.error === undefined)) {
    return failed('The server of this tool must answer {"results":[{"toolCallId":…,"result":…}]}.');
  }
  if (parsed.data.error !== undefined) return failed(parsed.data.error);
  const results = parsed.data.results ?? [];
  const own = results.find(({ toolCallId }) => toolCallId === call.id) ?? onlyResult(results);
  if (own === undefined) return failed('The server of this tool gave no result for this call.');
  const message: { message?: ToolMessage } =
    own.message === undefined ? {} : { message: own.message };
  if (own.error !== undefined && own.error !== null)
    return { ...failed(asText(own.error)), ...message };
  return { ...done(asText(own.result ?? 'Done.')), ...message };
}

/** A single result without an id can only mean this call. */
function onlyResult(results: readonly Result[]): Result | undefined {
  return results.length === 1 && results[0]?.toolCallId === undefined ? results[0] : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
