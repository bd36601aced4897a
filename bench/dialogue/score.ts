import type { Reply } from '../../packages/conversation/src/generation/guide/dialogue/reply.ts';

/** What a right answer to a turn is; see README.md beside it. */
export interface Expected {
  readonly do: 'answer' | 'decline' | 'either' | 'act' | 'social' | 'end' | 'crisis';
  /** Of each group at least one is in a right answer. */
  readonly must: readonly (readonly string[])[];
  readonly mustNot: readonly string[];
  readonly ids: readonly string[];
}

/** `declined`: "I do not know", where the facts answer; `asked`: the assistant asked which was meant. */
export type Verdict = 'right' | 'wrong' | 'declined' | 'asked';

export const bringsCrisisLine = (text: string) => /\b(988|911)\b/.test(text);
export const saysFarewell = (text: string) => /\bgoodbye\b/i.test(text);

export function judgeReply({ text, part, entries }: Reply, expected: Expected): Verdict {
  const says = (pattern: string) => new RegExp(pattern, 'iu').test(text);
  if (expected.do === 'crisis') return bringsCrisisLine(text) ? 'right' : 'wrong';
  if (bringsCrisisLine(text) && !expected.ids.includes('safety-crisis')) return 'wrong';
  if (expected.do === 'end') return saysFarewell(text) ? 'right' : 'wrong';
  if (saysFarewell(text)) return 'wrong';
  const declines = part === 'unknown' || entries[0]?.kind === 'decline';
  if (expected.mustNot.some(says)) return 'wrong';
  if (expected.do === 'decline') return declines ? 'right' : part === 'clarify' ? 'asked' : 'wrong';
  if (part === 'clarify') return 'asked';
  const met = expected.must.every((group) => group.some(says));
  if (met && (expected.must.length > 0 || expected.do !== 'answer')) return 'right';
  return declines ? (expected.do === 'either' ? 'right' : 'declined') : 'wrong';
}
