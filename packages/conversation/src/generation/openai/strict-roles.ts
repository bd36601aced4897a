import type { ModelMessage } from '../model.ts';

/** The user's turn where the caller has not spoken yet. */
const OPENING = '(The conversation begins.)';

const asNote = (content: string) => `(A note to you, not said by anybody: ${content})`;

/**
 * The same messages for models whose template takes one leading system message or none, and alternating turns that
 * begin with the user's. Tools keep their places.
 */
export function strictRoles(
  messages: readonly ModelMessage[],
  { systemFirst }: { readonly systemFirst: boolean },
): ModelMessage[] {
  const lead = messages.findIndex(({ role }) => role !== 'system');
  const end = lead === -1 ? messages.length : lead;
  const prompt = messages
    .slice(0, end)
    .map(({ content }) => content)
    .join('\n\n');
  const turns: ModelMessage[] = [];
  const add = (message: ModelMessage) => {
    const last = turns.at(-1);
    const joins = last?.role === message.role && isPlain(last) && isPlain(message);
    if (!joins || last === undefined) turns.push(message);
    else turns[turns.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` };
  };
  if (prompt !== '' && !systemFirst) add({ role: 'user', content: prompt });
  if (messages[end]?.role !== 'user' && turns.length === 0) add({ role: 'user', content: OPENING });
  for (const message of messages.slice(end)) {
    if (message.role === 'system') add({ role: 'user', content: asNote(message.content) });
    else add(message);
  }
  return prompt !== '' && systemFirst ? [{ role: 'system', content: prompt }, ...turns] : turns;
}

const isPlain = ({ role, toolCalls }: ModelMessage) => role !== 'tool' && toolCalls === undefined;
