import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelMessage, ModelRequest } from '../model.ts';
import { strictRoles } from '../openai/strict-roles.ts';
import type { ToolDefinition } from '../tools.ts';

/** The API wants a bound; spoken answers are far below it. */
const DEFAULT_MAX_TOKENS = 1_024;
/** An answer cannot begin where the assistant spoke last: it would be taken for the start of the same one. */
const GO_ON = '(Please go on.)';

/** The body of a message, streamed: the prompt apart, tools as blocks, and turns that alternate. */
export function writeRequest(
  model: string,
  request: ModelRequest,
  { temperature: takesTemperature }: { readonly temperature: boolean },
): MessageCreateParamsStreaming {
  const { temperature, maxTokens = DEFAULT_MAX_TOKENS, tools = [] } = request;
  const [first, ...others] = strictRoles(request.messages, { systemFirst: true });
  const hasPrompt = first?.role === 'system';
  const turns = hasPrompt ? others : [...(first === undefined ? [] : [first]), ...others];
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(hasPrompt && { system: first.content }),
    messages: writeTurns(turns),
    ...(takesTemperature && temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(tools.length > 0 ? { tools: tools.map(writeTool) } : usedBefore(turns)),
  };
}

/** Tools that were called earlier must be known, where none may be called any more, too. */
function usedBefore(
  turns: readonly ModelMessage[],
): Pick<MessageCreateParamsStreaming, 'tools' | 'tool_choice'> {
  const names = new Set(turns.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)));
  if (names.size === 0) return {};
  const tools = [...names].map((name): Tool => ({ name, input_schema: { type: 'object' } }));
  return { tools, tool_choice: { type: 'none' } };
}

function writeTurns(turns: readonly ModelMessage[]): MessageParam[] {
  const written: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const content = writeContent(turn);
    if (content.length === 0) continue;
    const last = written.at(-1);
    // Results of tools belong into one message, and so does what the person says behind them.
    if (last?.role === role) last.content.push(...content);
    else written.push({ role, content });
  }
  if (written.at(-1)?.role !== 'user')
    written.push({ role: 'user', content: [{ type: 'text', text: GO_ON }] });
  return written.map(({ role, content }) => ({ role, content: resultsFirst(content) }));
}

/** Nothing may stand between the call of a tool and its result: a note does where the result came late. */
function resultsFirst(content: readonly ContentBlockParam[]): ContentBlockParam[] {
  const isResult = ({ type }: ContentBlockParam) => type === 'tool_result';
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

function writeContent({ content, toolCalls = [], toolCallId }: ModelMessage): ContentBlockParam[] {
  if (toolCallId !== undefined)
    return [{ type: 'tool_result', tool_use_id: toolCallId, content: content || '(nothing)' }];
  // Empty blocks are refused.
  const text: ContentBlockParam[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return [
    ...text,
    ...toolCalls.map(
      (call): ContentBlockParam => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: readArguments(call.arguments),
      }),
    ),
  ];
}

function writeTool({ name, description, parameters }: ToolDefinition): Tool {
  return { name, description, input_schema: { ...parameters, type: 'object' } };
}

/** What the model wrote before; the API takes nothing but an object. */
function readArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
