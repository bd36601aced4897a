import type { ModelMessage, ToolCall } from '@kindling/conversation';
import type { ChatInput, ChatMessage } from '@kindling/protocol';

/** What was sent, as messages: plain text is the person's. */
export function inputMessages(input: ChatInput): ChatMessage[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : [...input];
}

/** The words of a message, whichever way they were given. */
export function messageText({ content, message, refusal }: ChatMessage): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((part) => part.text).join('');
  return message ?? refusal ?? '';
}

/**
 * Messages as models take them. A tool's result without its call, and a call without its result, are
 * left out: endpoints refuse a conversation that has one.
 */
export function toModelMessages(messages: readonly ChatMessage[]): ModelMessage[] {
  const answered = new Set(messages.flatMap((one) => one.tool_call_id ?? []));
  const asked = new Set<string>();
  const written: ModelMessage[] = [];
  for (const message of messages) {
    const content = messageText(message);
    const toolCalls = toolCallsOf(message).filter((call) => answered.has(call.id));
    for (const call of toolCalls) asked.add(call.id);
    if (message.role !== 'tool') {
      if (content === '' && toolCalls.length === 0) continue;
      const role = modelRole(message.role);
      written.push({ role, content, ...(toolCalls.length === 0 ? {} : { toolCalls }) });
    } else if (message.tool_call_id !== undefined && asked.has(message.tool_call_id)) {
      written.push({ role: 'tool', content, toolCallId: message.tool_call_id });
    }
  }
  return written;
}

function toolCallsOf(message: ChatMessage): ToolCall[] {
  if (message.role !== 'assistant') return [];
  return (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
    type: 'tool-call',
    id,
    name,
    arguments: text,
  }));
}

function modelRole(role: Exclude<ChatMessage['role'], 'tool'>): ModelMessage['role'] {
  if (role === 'developer') return 'system';
  return role === 'bot' ? 'assistant' : role;
}
