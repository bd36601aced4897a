import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { withoutOpening } from '../../../retrieval/language/segments.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import type { Audience } from '../acts/audience.ts';
import { canBeAsked } from './can-be-asked.ts';
import { gatherInContext, oddsInContext } from './context.ts';
import type { History } from './history.ts';
import { isOverview } from './name-topics.ts';
import { isOfWhatWasSaid } from './of-what-was-said.ts';
import { type AskedTurn, carryOver, pointsBack, type Ranker, withoutCarrying } from './readings.ts';

interface Bonus {
  /** A caller who only names a subject wants to know what it is. */
  readonly overview: number;
  /** A turn that is nothing but a name: "and students?". */
  readonly named: number;
  readonly offered: number;
  /** Of what the caller has just said they did not mean. */
  readonly rejected: number;
  /** Of the topic that is written for engineers, where one speaks. */
  readonly technical: number;
  /** Of the call alone, where those who learn were named, and where the call was. */
  readonly notOfCall: number;
  readonly ofCall: number;
}

/** Added to a score. */
const BONUS: Bonus = {
  overview: 0.023,
  named: 0,
  offered: 0.15,
  rejected: -0.1,
  technical: 0,
  notOfCall: 0,
  ofCall: 0,
};
/** Added to the score of an entry of the subject's topic; odds are learned. */
const SAME_TOPIC = 0.06;
/** Added to the logarithm of the odds. */
const ODDS_BONUS: Bonus = {
  overview: 0.2,
  named: 1,
  offered: 1.5,
  rejected: -1.5,
  technical: 0.7,
  notOfCall: -4,
  ofCall: 1,
};

const BEFORE_NAME = /^(?:(?:just|only|in|of|for|about|with|the|a|an|my|our|your)\s+)+/;
/** "Not you, the tutor": what is meant stands behind what is not. */
const CORRECTS =
  /^(?:(?:no|sorry|oh|well|um|uh)[\s,.]+)*not (?:[\w'-]+ ){0,3}?[\w'-]+[,.]\s+(?:(?:but|i mean(?:t)?)\s+)?(?=\S)/i;

export interface Ranked extends Match {
  /** Weighed with what was said before; `said`: it was just said itself. */
  readonly context?: 'said' | 'other';
  /** Found only with what was said before. */
  readonly filled?: true;
}

/** As nearly everybody says it. */
const IN_FULL = /\bartificial intelligence\b/gi;
/** Who has a class in Britain, and no program. */
const FORM_TUTOR = /\bform (?:tutor|teacher)(?=s?\b)/gi;

const corrected = (turn: string): string =>
  turn.replace(CORRECTS, '').replace(IN_FULL, 'AI').replace(FORM_TUTOR, 'class teacher');

export function rank(segment: string, history: History, base: Ranker): Ranked[] {
  const question = withoutOpening(corrected(segment));
  const asked = { question, alone: base.retriever.search(question) };
  const addBonus = createBonus(question, history, base);
  return (rankInContext(asked, history, base) ?? rankAlone(asked, history, base))
    .filter(({ entry }) => !isAct(entry) && canBeMeant(entry, segment, history))
    .map(addBonus)
    .sort((left, right) => rankOf(right) - rankOf(left));
}

/** Score from which a turn says a known question word for word, and how much likelier it must be than the next. */
const WORD_FOR_WORD = 1.05;
const CLEAR_LEAD = 1;

/** “What is a prompt” asks the same whatever was said before. */
function standsAlone({ question, alone }: AskedTurn): boolean {
  const [first, second] = alone;
  if (first?.odds === undefined || first.score < WORD_FOR_WORD) return false;
  const plain = normalise(question);
  if (pointsBack(plain) || withoutCarrying(plain) !== plain) return false;
  return first.odds - (second?.odds ?? 0) >= CLEAR_LEAD;
}

/** Null: nothing was said before, or it does not matter, or the knowledge has no examples. */
function rankInContext(asked: AskedTurn, history: History, base: Ranker): Ranked[] | null {
  if (standsAlone(asked)) return null;
  const gathered = gatherInContext(asked, history, base);
  if (gathered === null) return null;
  return gathered.flatMap((found): Ranked[] => {
    const { evidence, filled, isSaid, ...match } = found;
    // A courtesy answers what was said, never what was said before.
    if (match.entry.kind === 'small-talk')
      return filled ? [] : [{ ...match, odds: evidence.alone }];
    const odds = oddsInContext(found);
    const context = isSaid ? 'said' : 'other';
    return [{ ...match, odds, context, ...(filled ? { filled } : {}) }];
  });
}

function rankAlone(
  { question, alone }: AskedTurn,
  { subject }: History,
  base: Ranker,
): readonly Ranked[] {
  const carried = subject === null ? null : carryOver(question, subject, base);
  const areLearned = alone.some(({ odds }) => odds !== undefined);
  if (subject === null || carried === null || areLearned) return alone;
  const isSameTopic = ({ entry }: Match) => entry.topic === subject.topic;
  const best = new Map<string, Match>();
  for (const match of [...alone, ...base.retriever.search(carried)]) {
    const score = match.score + (isSameTopic(match) ? SAME_TOPIC : 0);
    if (score > (best.get(match.entry.id)?.score ?? Number.NEGATIVE_INFINITY))
      best.set(match.entry.id, { ...match, score });
  }
  return [...best.values()];
}

function createBonus(question: string, history: History, { topics, entries }: Ranker) {
  const offered = new Set(history.offered.map((entry) => entry.id));
  const technical = history.caller === 'engineer' ? topicsOf('developer', entries) : new Set();
  return (match: Ranked): Ranked => {
    const { entry } = match;
    const isWhole = canBeAsked(entry) && isOverview(entry, topics);
    const bonus = (by: Bonus) =>
      (offered.size > 1 && offered.has(entry.id) ? by.offered : 0) +
      (isWhole ? by.overview : 0) +
      (isWhole && names(question, entry) ? by.named : 0) +
      (history.rejected?.has(entry.id) === true ? by.rejected : 0) +
      (technical.has(entry.topic) ? by.technical : 0) +
      (entry.ofCall === true ? ofScene(history, by) : 0);
    return match.odds === undefined
      ? { ...match, score: match.score + bonus(BONUS) }
      : { ...match, odds: match.odds + bonus(ODDS_BONUS) };
  };
}

function ofScene({ scene }: History, by: Bonus): number {
  if (scene === null) return 0;
  return scene === 'school' ? by.notOfCall : by.ofCall;
}

function topicsOf(audience: Audience, entries: Ranker['entries']): ReadonlySet<string> {
  const own = [...entries.values()].filter((entry) => entry.audience === audience);
  return new Set(own.map(({ topic }) => topic));
}

const rankOf = ({ score, odds }: Match): number => odds ?? score;

/** Whether a turn says nothing but words of an entry's name: "and for students?". */
export function names(question: string, { label = '' }: Pick<KnowledgeEntry, 'label'>): boolean {
  const said = toWords(withoutCarrying(normalise(question)).replace(BEFORE_NAME, ''));
  const name = new Set(toWords(label).map(({ concept }) => concept));
  return (
    said.length > 0 && said.every(({ role, concept }) => role === 'content' && name.has(concept))
  );
}

/**
 * “Is that a webinar or a real person” asks nothing of the assistant, and “what is this, in a sentence” wants nothing
 * shorter that was not said.
 */
function canBeMeant({ action }: KnowledgeEntry, turn: string, history: History): boolean {
  if (action === 'shorter') return history.lastSaid.length > 0;
  return action !== 'human' || !isOfWhatWasSaid(turn, history);
}

/** Said to a whole turn of its kind, never because some words are alike. */
function isAct({ action }: KnowledgeEntry): boolean {
  return action === 'farewell' || action === 'crisis';
}
