import type { CallMessage } from '@kindling/protocol';

/** What was spoken and typed, as `AI: …` and `User: …` lines. */
export function transcriptOf(messages: readonly CallMessage[]): string {
  return messages
    .filter(({ role }) => role === 'user' || role === 'bot')
    .map(({ role, message }) => `${role === 'user' ? 'User' : 'AI'}: ${message}`)
    .join('\n');
}
