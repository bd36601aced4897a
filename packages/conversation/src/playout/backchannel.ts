import { doubleMetaphone } from 'double-metaphone';
import type { TurnPlan } from '../recognition/turn-plan.ts';

/** What speech over the assistant means (TURN-22). */
export type Verdict = 'nothing' | 'backchannel' | 'too-few' | 'words';

const set = (words: string) => new Set(words.split(' '));

const BACKCHANNELS = set(
  'mm mmm mhm mm-hmm mhmm mmhmm hmm hm uh-huh uhuh uh huh um ah oh ooh aha okay ok right yeah yes yep yup sure wow nice cool great good alright all i see so interesting exactly got it true really indeed',
);
/** Short, and yet each of them asks for something: whatever they sound like, they are no backchannel. */
const SUBSTANCE = set(
  'what who why how when where which whose is are am was can could do does did will would should no not stop wait more help again price cost demo trial free tell show repeat well',
);
/** What recognisers make of a hum. */
const HUMS = set('m mm mmm hm hmm amen man them imam mom am ma and then n h e');
const BACKCHANNEL_SOUNDS = new Set(
  [...BACKCHANNELS].filter((word) => word.length > 2).map((word) => doubleMetaphone(word)[0]),
);
/** These always stop the assistant, however few the words. */
const COMMANDS =
  /^(stop|wait|no|hold on|hang on|excuse me|sorry|pause|quiet|enough|never ?mind|actually|one (moment|second)|please stop|hey|hello)\b/;

/** Words that are about the answer, whatever was said before. */
export function isCommand(text: string): boolean {
  return COMMANDS.test(spokenWords(text).join(' '));
}

/** Letters by which the beginning of a word is known. */
const LEAST_BEGINNING = 5;
/** Words of a backchannel that was misheard. */
const MAX_MISHEARD = 3;

type Phrases = Pick<TurnPlan, 'acknowledgements' | 'interruptions'>;

export interface Overlap extends Phrases {
  /** Words it takes to interrupt. */
  readonly needed: number;
  /** No longer than a backchannel is: words that only sound like one are taken for it. */
  readonly brief?: boolean;
  /** It began as a backchannel does. */
  readonly begunAsOne?: boolean;
}

export function judgeInterruption(text: string, overlap: Overlap): Verdict {
  const { needed, brief, begunAsOne, ...phrases } = overlap;
  const words = spokenWords(text);
  if (words.length === 0) return 'nothing';
  if (isCommanded(words, phrases)) return 'words';
  if (isBackchannel(words, phrases)) return 'backchannel';
  if (brief === true && phrases.acknowledgements === undefined && !hasSubstance(words)) {
    const isTail = begunAsOne === true && words.length < MAX_MISHEARD;
    if (isTail || words.every(soundsLikeBackchannel)) return 'backchannel';
  }
  return words.length >= Math.max(1, needed) ? 'words' : 'too-few';
}

/** Heard as a backchannel is written, and not only as something that sounds like one. */
export function isPlainBackchannel(text: string, phrases: Phrases = {}): boolean {
  const words = spokenWords(text);
  if (words.length === 0 || isCommanded(words, phrases)) return false;
  // “So” is what many a first syllable sounds like.
  return words.some((word) => word !== 'so') && isBackchannel(words, phrases);
}

function isCommanded(words: readonly string[], { interruptions }: Phrases): boolean {
  if (interruptions === undefined) return COMMANDS.test(words.join(' '));
  const said = ` ${words.join(' ')} `;
  return phrasesOf(interruptions).some((phrase) => said.includes(` ${phrase} `));
}

function isBackchannel(words: readonly string[], { acknowledgements }: Phrases): boolean {
  if (acknowledgements === undefined)
    return words.length <= 6 && words.every((word) => BACKCHANNELS.has(word));
  // Longer ones first: “all right then” before “all right”.
  const known = phrasesOf(acknowledgements).toSorted((a, b) => b.length - a.length);
  let left = `${words.join(' ')} `;
  while (left !== '') {
    const next = known.find((phrase) => left.startsWith(`${phrase} `));
    if (next === undefined) return false;
    left = left.slice(next.length + 1);
  }
  return true;
}

const hasSubstance = (words: readonly string[]) =>
  words.length > MAX_MISHEARD || words.some((word) => SUBSTANCE.has(word));

/** “I see” is heard as “I. C.”, “got it” as “dot it”, a hum as “Amen.”. */
function soundsLikeBackchannel(word: string): boolean {
  if (BACKCHANNELS.has(word) || HUMS.has(word) || word.length === 1) return true;
  if (word.length > 2 && BACKCHANNEL_SOUNDS.has(doubleMetaphone(word)[0])) return true;
  return [...BACKCHANNELS].some((known) => isNearly(word, known) || isBeginning(word, known));
}

/** “Interest.”: there was no more of it to hear yet. */
function isBeginning(word: string, known: string): boolean {
  return word.length >= LEAST_BEGINNING && known.startsWith(word);
}

/** The same word but for one letter. */
function isNearly(word: string, known: string): boolean {
  if (word.length !== known.length || word.length < 3) return false;
  return [...word].filter((letter, index) => letter !== known[index]).length <= 1;
}

function phrasesOf(list: readonly string[]): string[] {
  return list.map((phrase) => spokenWords(phrase).join(' ')).filter((phrase) => phrase !== '');
}

function spokenWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      // Recognisers describe sounds in brackets: [noise], (laughter).
      .replace(/\[[^\]]*\]|\([^)]*\)/g, ' ')
      .replace(/[^\p{L}\p{N}' -]/gu, ' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
  );
}
