import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksSomething } from '../../../retrieval/language/segments.ts';
import { toWords } from '../../../retrieval/language/words.ts';

/** In more content words than these, something else is asked. */
const LONGEST = 3;

/**
 * Of what was offered, the one that a few words name and no other: "the scoring", "costs". Null: it is not one alone,
 * or the words ask a question.
 */
export function findNamed(turn: string, offered: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  const said = contentOf(turn);
  if (said.length === 0 || said.length > LONGEST || asksSomething(turn)) return null;
  const named = offered
    .map((entry) => {
      const own = new Set([entry.label ?? '', ...entry.keywords].flatMap(contentOf));
      return { entry, count: said.filter((word) => own.has(word)).length };
    })
    .sort((left, right) => right.count - left.count);
  const [first, second] = named;
  return first !== undefined && first.count > (second?.count ?? 0) ? first.entry : null;
}

function contentOf(text: string): string[] {
  return toWords(text).flatMap(({ role, concept }) => (role === 'content' ? [concept] : []));
}
