import type { Retriever } from '../scoring/retriever.ts';
import type { Match } from './entry-retriever.ts';

/** Texts that are remembered: of a turn a dozen are looked up, some of them again and again. */
const REMEMBERED = 200;

/** The same retriever, which looks up a text once. What was judged by its words alone is not kept: its meaning may come. */
export function rememberSearches(retriever: Retriever<Match>): Retriever<Match> {
  const found = new Map<string, readonly Match[]>();
  return {
    search(question) {
      const known = found.get(question);
      if (known !== undefined) return [...known];
      const matches = retriever.search(question);
      if (matches.some(({ encoder }) => encoder !== undefined)) found.set(question, matches);
      const [oldest] = found.size > REMEMBERED ? found.keys() : [];
      if (oldest !== undefined) found.delete(oldest);
      return [...matches];
    },
  };
}
