import { createAnswerer } from '../generation/guide/dialogue/answer.ts';
import type { Reply } from '../generation/guide/dialogue/reply.ts';
import type { ModelMessage } from '../generation/model.ts';
import { productKnowledge } from './guide-content.ts';

/** The guide over the brand's own facts, by words alone. */
export const answer = createAnswerer(productKnowledge);

/** The reply to the last of these turns of a caller. */
export function say(...turns: string[]): Reply {
  const messages: ModelMessage[] = [];
  let reply = answer([{ role: 'user', content: '' }]);
  for (const content of turns) {
    messages.push({ role: 'user', content });
    reply = answer(messages);
    messages.push({ role: 'assistant', content: reply.text });
  }
  return reply;
}
