/** Context for a model, in characters: about 15,000 tokens. */
const CONTEXT_CHARACTERS = 60_000;

export interface SizedEntry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
  /** Characters of tool calls and results, which have no text. */
  readonly extra?: number;
  /** An assistant's own prompt: never dropped. */
  readonly prompt?: boolean;
}

/** The newest entries that fit a model's context. Instructions and talk have a budget each. */
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
