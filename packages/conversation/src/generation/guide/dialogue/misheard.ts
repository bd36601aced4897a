import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { createCorrector } from '../../../retrieval/misheard/corrections.ts';
import { canBeAsked } from './can-be-asked.ts';
import { type Shared, shareOut } from './decide.ts';
import type { History } from './history.ts';
import { rank } from './rank.ts';
import type { Ranker } from './readings.ts';

/** What was asked, if some words were misheard. */
export interface Meant {
  readonly entry: KnowledgeEntry;
  /** It is hardly anything else. */
  readonly isCertain: boolean;
}

/** Probability of an entry from which words that may have been said are worth asking about. */
const MEANT_SHARE = 0.6;
/**
 * How alike what was heard and what was meant sound, and how likely its topic was by what was heard, of which it was the
 * likeliest.
 */
const ALIKE_ENOUGH = 0.765;
const CERTAIN = { alike: 0.83, before: 0.15 };
/** Where it sounds the same the rest of the turn need not say so. */
const SAME_SOUND = 0.88;
/** What the rest of a turn says for the entry makes up for what sounds less alike. */
const BEFORE_WORTH = 0.6;
const MAX_BEFORE = 0.3;

const ARTICLE = /^(?:the|our|an?) /;
/** Names stand in capitals behind other words: "does Kindling", "in Prompt Hero". */
const NAME = /(?<=[\p{Ll}\d,] )\p{Lu}[\p{L}\d]{3,}(?: \p{Lu}\p{L}+)*/gu;

/** Finds what a turn to which no answer was found may have asked before it was misheard; null: nothing. */
export function createMishearing(
  entries: readonly KnowledgeEntry[],
  base: Ranker,
): (turn: string, history: History) => Meant | null {
  const correct = createCorrector({
    terms: entries
      .filter(canBeAsked)
      .flatMap(({ label = '', keywords, questions, answer }) => [
        ...[label.replace(ARTICLE, ''), ...keywords],
        ...[...questions, answer].flatMap((text) => text.match(NAME) ?? []),
      ]),
    known: entries.flatMap(({ questions, phrasings, keywords }) => [
      ...questions,
      ...phrasings,
      ...keywords,
    ]),
  });
  return (turn, history) => {
    const heard = shareOut(rank(turn, history, base));
    const ofTopic = (topic: string) => heard.filter(({ entry }) => entry.topic === topic);
    let best: Meant | null = null;
    let most = ALIKE_ENOUGH;
    for (const { text, likeness } of correct(turn)) {
      const [first] = shareOut(rank(text, history, base));
      if (first === undefined || first.share < MEANT_SHARE) continue;
      const isSame = likeness >= SAME_SOUND && canBeMeant(first.entry);
      if (!isSame && !canBeAsked(first.entry)) continue;
      const related = ofTopic(first.entry.topic);
      const share = related.find(({ entry }) => entry === first.entry)?.share ?? 0;
      const value = likeness + BEFORE_WORTH * Math.min(share, MAX_BEFORE);
      if (value < most) continue;
      most = value;
      const isLikeliest = related[0]?.entry === first.entry && sumOf(related) >= CERTAIN.before;
      const isCertain = isSame || (likeness >= CERTAIN.alike && isLikeliest);
      best = { entry: first.entry, isCertain };
    }
    return best;
  };
}

const sumOf = (shares: readonly Shared[]) => shares.reduce((sum, { share }) => sum + share, 0);

/** Nobody is sent away, or given the crisis line, for something that they did not say. */
function canBeMeant({ kind, urgent }: KnowledgeEntry): boolean {
  return (kind === 'fact' || kind === 'small-talk') && urgent.length === 0;
}
