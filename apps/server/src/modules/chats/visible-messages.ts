import type { ChatMessage } from '@kindling/protocol';
import { messageText } from '../sessions/message-text.ts';
import type { ChatEvent } from './answer-chat.ts';

/** What a page may see of an answer: words, never which tools were asked for what. */
export function visibleMessages(output: readonly ChatMessage[]): ChatMessage[] {
  return output
    .filter((message) => message.role === 'assistant' && messageText(message) !== '')
    .map((message) => ({ role: 'assistant', content: messageText(message) }));
}

/** The words of an answer as they come, its messages counted as `visibleMessages` counts them. */
export async function* visibleEvents<Kept>(
  events: AsyncGenerator<ChatEvent, Kept>,
): AsyncGenerator<ChatEvent, Kept> {
  let index = 0;
  try {
    for (;;) {
      const step = await events.next();
      if (step.done === true) return step.value;
      const event = step.value;
      if (event.type === 'delta') yield { ...event, index };
      else if (event.type === 'message') {
        const [message] = visibleMessages([event.message]);
        if (message !== undefined) yield { type: 'message', index: index++, message };
      }
    }
  } finally {
    await events.return(undefined as Kept);
  }
}
