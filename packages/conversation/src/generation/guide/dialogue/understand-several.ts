import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toWords } from '../../../retrieval/language/words.ts';
import { type Question, toQuestions } from '../acts/questions.ts';
import { isSentAway } from './can-be-asked.ts';
import { type Shared, shareOut, type Understanding } from './decide.ts';
import type { History } from './history.ts';
import { rank } from './rank.ts';
import type { Ranker } from './readings.ts';

/** Probability from which one question of several is answered. */
const ASKED_SHARE = 0.4;
/** The same for the only one: all of the turn may say it better. */
const ONLY_SHARE = 0.5;
/** The same, with a doubt, where no question of the turn is. */
const UNSURE_SHARE = 0.35;
/** Whoever asks more hears the first of them. */
const MAX_ANSWERS = 3;
/** Those that are looked up, the last: each costs some milliseconds. */
const MAX_QUESTIONS = 6;
/** Content words of what is a question of its own. */
const MIN_ASKED_WORDS = 2;

/**
 * What each question of a long turn asks for, in the order in which they are asked: by itself, behind what leads up to
 * it, and behind the question before it. Null: the turn asks nothing, or nothing in it is clear enough.
 */
export function understandSeveral(
  turn: string,
  history: History,
  base: Ranker,
): Understanding | null {
  const questions = toQuestions(turn).slice(-MAX_QUESTIONS);
  const enough = questions.length > 1 ? ASKED_SHARE : ONLY_SHARE;
  const found: KnowledgeEntry[] = [];
  let likeliest: Shared | null = null;
  let isMissed = false;
  let before: { readonly entry: KnowledgeEntry; readonly text: string } | null = null;
  for (const question of questions) {
    const best = findBest(question, before, history, base);
    if (best !== null && best.share > (likeliest?.share ?? 0)) likeliest = best;
    if (best !== null && best.share >= enough) {
      if (!found.includes(best.entry)) found.push(best.entry);
      before = { entry: best.entry, text: question.text };
    } else if (!isShort(question.text)) isMissed = true;
  }
  if (found.length > 0) {
    const entries = found.slice(0, MAX_ANSWERS);
    const hasMore = isMissed || found.length > entries.length;
    return hasMore ? { kind: 'entries', entries, more: true } : { kind: 'entries', entries };
  }
  if (likeliest === null || likeliest.share < UNSURE_SHARE) return null;
  return likeliest.entry.onlyIfSure === true ? null : { kind: 'unsure', entry: likeliest.entry };
}

/** The likeliest entry of all readings of a question; null: none of them finds one that answers. */
function findBest(
  { text, lead }: Question,
  before: { readonly entry: KnowledgeEntry; readonly text: string } | null,
  history: History,
  base: Ranker,
): Shared | null {
  const alone = { ...history, subject: null, lastTurn: null, offered: [] };
  const readings = [
    { said: text, history: alone },
    ...(lead === '' ? [] : [{ said: `${lead} ${text}`, history: alone }]),
    ...(before === null
      ? []
      : [{ said: text, history: { ...alone, subject: before.entry, lastTurn: before.text } }]),
  ];
  let best: Shared | null = null;
  for (const { said, history } of readings) {
    // What the question before asked for is not asked for again.
    const [first] = shareOut(rank(said, history, base)).filter(
      ({ entry }) => entry !== history.subject,
    );
    if (first !== undefined && !isSentAway(first.entry) && first.share > (best?.share ?? 0))
      best = first;
  }
  return best;
}

/** "So what I would like to know" asks nothing yet. */
function isShort(text: string): boolean {
  return toWords(text).filter(({ role }) => role === 'content').length < MIN_ASKED_WORDS;
}
