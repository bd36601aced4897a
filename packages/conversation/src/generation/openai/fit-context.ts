import type { ModelMessage } from '../model.ts';

/**
 * How servers say that they were asked more than their model takes in: OpenAI and vLLM (maximum context length),
 * llama.cpp (available context size), LM Studio (length of the context, "when context the overflows").
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|context (?:length|size|window)|context the overflows|prompt is too long/i;

export const saysTooLong = (text: string | null | undefined): boolean => TOO_LONG.test(text ?? '');

/**
 * The same without the older half of the conversation; null where nothing can be left out: the prompt, the turn to
 * answer and what was found for it stay.
 */
export function withoutOlderHalf(messages: readonly ModelMessage[]): ModelMessage[] | null {
  const begin = messages.findIndex(({ role }) => role !== 'system');
  const lead = messages.slice(0, Math.max(0, begin));
  const turns = messages.slice(lead.length);
  const asked = turns.findLastIndex(({ role }) => role === 'user');
  const noted = turns[asked - 1]?.role === 'system' ? asked - 1 : asked;
  const half = Math.ceil(turns.length / 2);
  let from = asked === -1 ? half : Math.min(half, noted);
  // Servers refuse a result without the call it answers.
  while (turns[from]?.role === 'tool') from += 1;
  return from === 0 || from >= turns.length ? null : [...lead, ...turns.slice(from)];
}
