import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import type { ModelMessage } from '../../model.ts';
import { type Caller, readCaller } from '../acts/caller.ts';
import { readScene, type Scene } from '../acts/scene.ts';
import {
  CLARIFY_AGAIN,
  CLARIFY_OPENINGS,
  CLARIFY_OR,
  MEANT_OPENINGS,
  MET_BEGINNING,
  MET_OPENING,
  NOTHING_NEAR,
  OTHER_OPENINGS,
  UNSURE_CLOSINGS,
} from './phrases.ts';
import { beforeOther, namesOther } from './what-else.ts';

/** What matters of the conversation before the turn to answer. */
export interface History {
  /** The assistant's last words, null before it said any. */
  readonly lastReply: string | null;
  /** What the caller says now; empty where the last message is not theirs. */
  readonly turn: string;
  /** What another hearing made of that. @default nothing else */
  readonly otherHearing?: string;
  /** What the caller said before, null at the first turn. */
  readonly lastTurn: string | null;
  /** The entries the last reply spoke from, and which part of them. */
  readonly lastSaid: readonly Said[];
  /** The facts of the last replies, in that order. */
  readonly factsLately: readonly KnowledgeEntry[];
  /** What "it" refers to. */
  readonly subject: KnowledgeEntry | null;
  /** What a "yes" accepts; two when the guide asked which one. */
  readonly offered: readonly KnowledgeEntry[];
  /** What was enumerated last, in that order. */
  readonly listed: readonly KnowledgeEntry[];
  /** What it would have accepted a reply earlier. */
  readonly offeredBefore: readonly KnowledgeEntry[];
  /** By what they said of themselves; null: nothing that tells. */
  readonly caller: Caller | null;
  /** Which was named last, in this turn or shortly before. */
  readonly scene: Scene | null;
  /** Whether the caller has introduced themselves and was greeted. */
  readonly hasMet: boolean;
  /** Whether the guide has just asked which one was meant. */
  readonly isClarifying: boolean;
  /** Whether the guide has just asked if its answer was what was meant. */
  readonly isDoubting: boolean;
  /** The last replies, in which a number or an address may stand. */
  readonly repliesLately: readonly string[];
  /** How the assistant has introduced itself, null where it has not. */
  readonly assistantName: string | null;
  /** Replies so far: varies the wording deterministically. */
  readonly replies: number;
  /** Entries that the caller has just said they did not ask for. */
  readonly rejected?: ReadonlySet<string>;
}

/** Whether an entry is of a topic that the last reply spoke of. */
export function isOfLastTopic(
  { topic }: Pick<KnowledgeEntry, 'topic'>,
  { lastSaid }: Pick<History, 'lastSaid'>,
): boolean {
  return lastSaid.some(({ entry }) => entry.topic === topic);
}

/** The same without what a turn may point back to. */
export function withoutContext(history: History): History {
  return { ...history, subject: null, lastTurn: null, offered: [] };
}

export interface Said {
  readonly entry: KnowledgeEntry;
  readonly part: 'answer' | 'more';
}

export type HistoryReader = (messages: readonly ModelMessage[]) => History;

/** A question is found by its last sentence. */
const OPENINGS = [
  ...CLARIFY_OPENINGS,
  ...MEANT_OPENINGS.map((opening) => opening.split('. ').at(-1) ?? opening),
];
const NAMING = NOTHING_NEAR.map((wording) => wording.split(/\{\w+\}/));
const SUBJECT_REACH = 8;
/** Replies in which a number that is read back may stand. */
const CONTACT_REACH = 3;
/** “I am Ember”, “this is Riley from the office”; “this is Kindling” names what callers speak of. */
const OWN_NAME =
  /\b(?:I am|I['’]m|[Mm]y name is|[Tt]his is(?= \p{Lu}\p{L}+(?:,|(?: from| at| speaking)\b))) (?<name>(?!AI\b)\p{Lu}\p{L}+)\b/u;
/** To what was said: it takes up no offer. */
const TAKES_NOTE =
  /^(?:(?:oh|ah|um|uh|ok|okay|right|great|good|fine|all ?right|cool|nice|lovely|perfect|i see|got it|thanks|thank you)[\s,.!]*)+$/i;
/** Turns for which a scene is remembered. */
const SCENE_REACH = 4;
/** Turns in which a caller may say who they are. */
const TURNS_READ = 12;
/**
 * Characters of a turn that are read: half a minute of speech. Each unknown word is compared with hundreds of
 * others, so a page that types long turns would hold up every other call.
 */
export const MAX_CHARACTERS = 500;
/** Of the turn before: a question stands at the end of what is said. */
const LAST_CHARACTERS = 200;
/** Words that identify a sentence which an interruption cut off. */
const CUT_WORDS = 3;

export function createHistoryReader(
  entries: ReadonlyMap<string, KnowledgeEntry>,
  unknown: { readonly says: readonly string[]; readonly offer?: string | undefined },
): HistoryReader {
  const spoken = indexSentences(entries.values());
  const labels = new Map<string, KnowledgeEntry>();
  for (const entry of entries.values()) {
    if (entry.label !== undefined) labels.set(normalise(entry.label), entry);
  }
  const unknownOffer = unknown.offer === undefined ? undefined : entries.get(unknown.offer);
  const unknownClosings = unknown.says.map((text) => normalise(toSentences(text).at(-1) ?? ''));

  function saidIn(reply: string): Said[] {
    const found = new Map<string, Said>();
    // What else may have been meant is not what was talked of: who asks for it hears all of it.
    for (const sentence of beforeOther(toSentences(reply))) {
      const said = findSpoken(spoken, normalise(sentence));
      if (said !== null) found.set(`${said.entry.id} ${said.part}`, said);
    }
    return [...found.values()];
  }

  function offeredIn(reply: string, said: readonly Said[]): KnowledgeEntry[] {
    const closing = closingOf(reply);
    const opening = openingOf(closing);
    if (opening !== null) {
      return closing
        .slice(opening.length)
        .split(CLARIFY_OR)
        .flatMap((label) => labels.get(normalise(label)) ?? []);
    }
    if (closing.startsWith(MET_OPENING)) {
      const [label = ''] = closing.slice(MET_OPENING.length).split(CLARIFY_OR);
      return [labels.get(normalise(label)) ?? []].flat();
    }
    const other = startOf(OTHER_OPENINGS, closing);
    if (other !== null) return [labels.get(normalise(closing.slice(other.length))) ?? []].flat();
    const named = namedIn(reply).flatMap((label) => labels.get(normalise(label)) ?? []);
    if (named.length > 0) return named;
    if (!closing.endsWith('?') || isDoubt(closing)) return [];
    if (unknownOffer !== undefined && unknownClosings.includes(normalise(closing))) {
      return [unknownOffer];
    }
    return said.flatMap(({ entry }) => entries.get(entry.offer ?? '') ?? []);
  }

  return (messages) => {
    const replies = messages.filter((message) => message.role === 'assistant');
    const lastReply = replies.at(-1)?.content ?? null;
    const saidLately = replies.slice(-SUBJECT_REACH).map(({ content }) => saidIn(content));
    const lastSaid = saidLately.at(-1) ?? [];
    const entriesLately = saidLately.flatMap((said) => said.map(({ entry }) => entry));
    const factsLately = entriesLately.filter(({ kind }) => kind === 'fact');
    const list = entriesLately.findLast(({ lists }) => lists.length > 0);
    const last = messages.at(-1);
    const turn = last?.role === 'user' ? last.content.slice(0, MAX_CHARACTERS) : '';
    const closing = closingOf(lastReply ?? '');
    // What is known of it stands behind what was asked.
    const isSaidBeside = lastReply?.trimEnd().endsWith(closing) === false;
    const isNoted = isSaidBeside && TAKES_NOTE.test(turn);
    const offered = lastReply === null || isNoted ? [] : offeredIn(lastReply, lastSaid);
    const earlier = replies.at(-2)?.content;
    const offeredBefore = earlier === undefined ? [] : offeredIn(earlier, saidLately.at(-2) ?? []);
    const hasMet = replies.some(({ content }) => content.startsWith(MET_BEGINNING));
    const turns = messages.filter((message) => message.role === 'user');
    const caller = turns
      .slice(-TURNS_READ)
      .reduce<Caller | null>(
        (known, { content }) => readCaller(content.slice(0, MAX_CHARACTERS), known) ?? known,
        null,
      );
    const scenes = turns
      .slice(-SCENE_REACH)
      .map(({ content }) => readScene(content.slice(0, MAX_CHARACTERS)));
    const lastTurn = turns.at(-2)?.content.slice(-LAST_CHARACTERS) ?? null;
    const isClarifying = openingOf(closing) !== null;
    const isDoubting = isDoubt(closing);
    return {
      lastReply,
      turn,
      lastTurn,
      lastSaid,
      factsLately,
      subject: factsLately.at(-1) ?? null,
      offered,
      listed: list?.lists.flatMap((id) => entries.get(id) ?? []) ?? [],
      offeredBefore,
      caller,
      scene: scenes.findLast((scene) => scene !== null) ?? null,
      hasMet,
      isClarifying,
      isDoubting,
      repliesLately: replies.slice(-CONTACT_REACH).map(({ content }) => content),
      assistantName: OWN_NAME.exec(replies[0]?.content ?? '')?.groups?.name ?? null,
      replies: replies.length,
    };
  };
}

/** What a reply asks last, though what is known of it may stand behind it. */
function closingOf(reply: string): string {
  const sentences = toSentences(reply);
  return sentences.findLast(namesOther) ?? sentences.at(-1) ?? '';
}

const isDoubt = (closing: string): boolean =>
  UNSURE_CLOSINGS.some((text) => text === closing) || namesOther(closing);

/** How a question begins that asks which one was meant; null: it is another. */
function openingOf(question: string): string | null {
  return startOf([...OPENINGS, CLARIFY_AGAIN], question);
}

const startOf = (beginnings: readonly string[], text: string): string | null =>
  beginnings.find((beginning) => text.startsWith(beginning)) ?? null;

/** What was named in the place of an answer. */
function namedIn(reply: string): string[] {
  for (const [before = '', between = '', after = ''] of NAMING) {
    if (!reply.startsWith(before) || !reply.endsWith(after)) continue;
    const [first, second] = reply.slice(before.length, reply.length - after.length).split(between);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return [];
}

function indexSentences(entries: Iterable<KnowledgeEntry>): ReadonlyMap<string, Said> {
  const spoken = new Map<string, Said>();
  for (const entry of entries) {
    const { answer, forFamilies, forStudents, more } = entry;
    for (const [part, text] of [
      ['answer', answer],
      ['answer', forFamilies],
      ['answer', forStudents],
      ['more', more],
    ] as const) {
      for (const sentence of toSentences(text ?? '')) {
        const key = normalise(sentence);
        if (!spoken.has(key)) spoken.set(key, { entry, part });
      }
    }
  }
  return spoken;
}

function findSpoken(spoken: ReadonlyMap<string, Said>, sentence: string): Said | null {
  const whole = spoken.get(sentence);
  if (whole !== undefined) return whole;
  if (sentence.split(' ').length < CUT_WORDS) return null;
  for (const [key, said] of spoken) if (key.startsWith(sentence)) return said;
  return null;
}
