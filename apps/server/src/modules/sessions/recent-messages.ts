import type { ChatMessage } from '@kindling/protocol';
import { messageText } from './message-text.ts';

/** How much of the history a model receives, in characters: about 15,000 tokens. */
const CONTEXT_CHARACTERS = 60_000;

/** The newest messages that fit. What instructs the assistant does not give way to talk. */
export function recentMessages(
  messages: readonly ChatMessage[],
  limit: number = CONTEXT_CHARACTERS,
): ChatMessage[] {
  const left = { instructions: limit, talk: limit };
  const kept = messages.toReversed().filter((message) => {
    const instructs = message.role === 'system' || message.role === 'developer';
    const budget = instructs ? 'instructions' : 'talk';
    left[budget] -= sizeOf(message);
    return left[budget] >= 0;
  });
  return kept.reverse();
}

function sizeOf(message: ChatMessage): number {
  const calls = message.tool_calls ?? [];
  return messageText(message).length + (calls.length === 0 ? 0 : JSON.stringify(calls).length);
}
