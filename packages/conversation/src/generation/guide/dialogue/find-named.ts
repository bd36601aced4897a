import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksSomething } from '../../../retrieval/language/segments.ts';
import { contentOf, normalise } from '../../../retrieval/language/words.ts';
import { NO_HEAD } from './short-answers.ts';

/** In more content words than these, something else is asked. */
const LONGEST = 3;

/** In more words than these, a name that was offered is only spoken of. */
const MAX_WORDS_WITH_NAME = 14;

/**
 * Of what was offered, the one that is named in full, or by a few words, and no other: "what was the other one,
 * online training", "the scoring", "costs". Null: it is not one alone, or the few words ask a question.
 */
export function findNamed(turn: string, offered: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  return findNamedInFull(turn, offered) ?? findNamedByWords(turn, offered);
}

function findNamedInFull(turn: string, offered: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  const plain = normalise(turn);
  if (NO_HEAD.test(plain) || plain.split(' ').length > MAX_WORDS_WITH_NAME) return null;
  const said = contentOf(turn);
  const named = offered.filter(({ label = '' }) => {
    const words = [...contentOf(label)];
    return words.length > 1 && words.every((word) => said.has(word));
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

function findNamedByWords(turn: string, offered: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  const said = [...contentOf(turn)];
  if (said.length === 0 || said.length > LONGEST || asksSomething(turn)) return null;
  const named = offered
    .map((entry) => {
      const own = contentOf([entry.label ?? '', ...entry.keywords].join(' '));
      return { entry, count: said.filter((word) => own.has(word)).length };
    })
    .sort((left, right) => right.count - left.count);
  const [first, second] = named;
  // “If half of the class has no device” names more than “class time”.
  const isMost = first !== undefined && 2 * first.count >= said.length;
  return isMost && first.count > (second?.count ?? 0) ? first.entry : null;
}
