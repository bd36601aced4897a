import type { Reply } from '../../packages/conversation/src/generation/guide/dialogue/reply.ts';
import { toSentences } from '../../packages/conversation/src/retrieval/language/sentences.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';

/** What a right answer to a turn is; see README.md beside it. */
export interface Expected {
  readonly do: 'answer' | 'decline' | 'either' | 'act' | 'social' | 'end' | 'crisis';
  /** Of each group at least one is in a right answer. */
  readonly must: readonly (readonly string[])[];
  readonly mustNot: readonly string[];
  /** Entries each of which answers the turn. */
  readonly ids: readonly string[];
  /** Of a turn that asks several things: which entries answer each. */
  readonly parts?: readonly (readonly string[])[];
}

/**
 * `declined`: "I do not know", where the facts answer; `asked`: the assistant asked which was meant; `doubted`: it said
 * something else than a right answer, and that it may not be what was asked.
 */
export type Verdict = 'right' | 'wrong' | 'doubted' | 'declined' | 'asked';

export const bringsCrisisLine = (text: string) => /\b(988|911)\b/.test(text);
export const saysFarewell = (text: string) => /\bgoodbye\b/i.test(text);

/** Some facts are that something is not known: "I know of no certificate for it". */
export const saysUnknown = (text: string) =>
  /\bI (?:do not know|know (?:of no|nothing)|have no|cannot (?:say|name|promise|explain))\b/.test(
    text,
  );

const saidIn = (text: string) => (pattern: string) => new RegExp(pattern, 'iu').test(text);

/** Whether one of those that the assistant asked about would have been a right answer. */
export function offersRight({ entries }: Reply, { must, ids }: Expected): boolean {
  return entries.some(
    ({ id, answer, more = '' }) =>
      ids.includes(id) ||
      (must.length > 0 && must.every((group) => group.some(saidIn(`${answer} ${more}`)))),
  );
}

/** By the id of an entry: what it says, to families as well. */
const answers = new Map(
  productKnowledge.entries.map(({ id, answer, forFamilies = answer, forStudents = answer }) => [
    id,
    [answer, forFamilies, forStudents],
  ]),
);

/** Whether a reply says the answer of an entry, of which the doubtful ones say two sentences. */
const saysAnswer = (text: string) => (id: string) =>
  (answers.get(id) ?? []).some((answer) =>
    text.includes(toSentences(answer).slice(0, 2).join(' ')),
  );

/** By the entry that is said, whatever its words are. */
function saysRightEntry(text: string, { ids, parts = [ids] }: Expected): boolean {
  return parts.every((group) => group.some(saysAnswer(text)));
}

/** Whether a part is said of a right entry that was said just before. */
export function goesOn({ part, entries }: Reply, { ids }: Expected, before: Reply | null): boolean {
  const isSaid = ({ id }: Reply['entries'][number]) =>
    ids.includes(id) && before?.entries.some((other) => other.id === id) === true;
  return /^(?:answer|more)$/.test(part) && entries.some(isSaid);
}

export function judgeReply(reply: Reply, expected: Expected, before: Reply | null = null): Verdict {
  const { text, part, entries, doubt } = reply;
  const says = saidIn(text);
  const met =
    saysRightEntry(text, expected) ||
    goesOn(reply, expected, before) ||
    (expected.must.length > 0 && expected.must.every((group) => group.some(says)));
  // Once the line was named, what helps may be something else; what that is stands in `must`.
  if (expected.do === 'crisis') return bringsCrisisLine(text) || met ? 'right' : 'wrong';
  if (bringsCrisisLine(text) && !expected.ids.includes('safety-crisis')) return 'wrong';
  if (expected.do === 'end') return saysFarewell(text) ? 'right' : 'wrong';
  if (saysFarewell(text) && !expected.ids.includes('call-end')) return 'wrong';
  const declines = part === 'unknown' || entries[0]?.kind === 'decline';
  if (part === 'clarify') return 'asked';
  const wrong = part === 'unsure' || doubt !== undefined ? 'doubted' : 'wrong';
  if (expected.mustNot.some(says)) return wrong;
  if (expected.do === 'decline') return declines || saysUnknown(text) ? 'right' : wrong;
  if (met) return 'right';
  // A reaction or a greeting that says nothing wrong needs nothing more.
  if (expected.must.length === 0 && (expected.do === 'social' || expected.do === 'act'))
    return 'right';
  return declines ? (expected.do === 'either' ? 'right' : 'declined') : wrong;
}
