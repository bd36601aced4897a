import type { ChatInput, ChatMessage } from '@kindling/protocol';
import { messageText } from '../sessions/message-text.ts';

/** Whether a page may send this message: it speaks for the person, and may say how it greeted them. */
export function mayComeFromPage(message: ChatMessage, index: number): boolean {
  if (message.role === 'user') return true;
  return isGreeting(message, index);
}

/**
 * The input of a page's chat as it is stored and sent to the model. Widgets send the greeting that they
 * showed as a first message of the assistant. Anybody can write such a message, and a model takes its
 * own words for the truth, so it is attributed to the assistant only where the assistant is configured to say
 * just that; any other greeting is quoted as what the page says, which is the person's side.
 */
export function pageInput(input: ChatInput, firstMessage: string | null): ChatInput {
  if (typeof input === 'string') return input;
  return input.map((message, index) => {
    if (!isGreeting(message, index)) return message;
    const content = messageText(message);
    if (content.trim() === firstMessage?.trim()) return { role: 'assistant', content };
    return { role: 'user', content: `(The page greeted me with: ${JSON.stringify(content)})` };
  });
}

function isGreeting(message: ChatMessage, index: number): boolean {
  const { role, tool_calls: calls = [] } = message;
  return index === 0 && role === 'assistant' && calls.length === 0 && messageText(message) !== '';
}
