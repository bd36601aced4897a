import type { ModelMessage, ModelRequest } from '../model.ts';
import type { ToolCall, ToolDefinition } from '../tools.ts';
import type { RequestManner } from './request-manner.ts';
import { strictRoles } from './strict-roles.ts';

/** The body of a chat completion, streamed. */
export function writeRequest(
  model: string,
  request: ModelRequest,
  manner: RequestManner,
): Record<string, unknown> {
  const { temperature, maxTokens, tools = [] } = request;
  return {
    model,
    messages: inRoles(request.messages, manner.roles).map(writeMessage),
    stream: true,
    ...(request.onUsage !== undefined &&
      manner.usage && { stream_options: { include_usage: true } }),
    ...(temperature === undefined || !manner.temperature ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [manner.tokenLimit]: maxTokens }),
    ...(tools.length === 0 || !manner.tools ? {} : { tools: tools.map(writeTool) }),
  };
}

function inRoles(messages: readonly ModelMessage[], roles: RequestManner['roles']) {
  if (roles === 'any') return messages;
  return strictRoles(messages, { systemFirst: roles === 'system-first' });
}

function writeMessage({ role, content, toolCalls, toolCallId }: ModelMessage) {
  if (toolCallId !== undefined) return { role, content, tool_call_id: toolCallId };
  if (toolCalls === undefined || toolCalls.length === 0) return { role, content };
  return { role, content: content === '' ? null : content, tool_calls: toolCalls.map(writeCall) };
}

const writeCall = (call: ToolCall) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.arguments },
  ...(call.extra === undefined ? {} : { extra_content: call.extra }),
});

const writeTool = ({ name, description, parameters }: ToolDefinition) => ({
  type: 'function',
  function: { name, description, parameters },
});
