/** What a model is told of what was said, in characters: about 15,000 tokens. */
const CONTEXT_CHARACTERS = 60_000;

export interface SizedEntry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
  /** Characters of what stands instead of text. */
  readonly extra?: number;
  /** An assistant's own prompt: it never gives way. */
  readonly prompt?: boolean;
}

/** The newest entries that a model's context holds. Instructions do not give way to talk. */
export function recentEntries<E extends SizedEntry>(entries: readonly E[]): readonly E[] {
  const left = { instructions: CONTEXT_CHARACTERS, talk: CONTEXT_CHARACTERS };
  let dropped = false;
  const kept = entries.toReversed().filter(({ role, text, extra = 0, prompt }) => {
    if (prompt === true) return true;
    const budget = role === 'system' ? 'instructions' : 'talk';
    left[budget] -= text.length + extra;
    dropped ||= left[budget] < 0;
    return left[budget] >= 0;
  });
  return dropped ? kept.reverse() : entries;
}
