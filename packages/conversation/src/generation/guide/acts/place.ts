import { plainWords } from './plain-words.ts';

const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth'];
const NUMBERS: readonly string[] = ['one', 'two', 'three', 'four', 'five'];

/** How someone begins to choose. */
const CHOOSING =
  'um+|uh+|eh|er|ah|oh|well|hm|so|i|mean|meant|think|guess|would|say|rather|yes|no|okay|ok|it|is|was|probably|maybe|actually|more';
const BEFORE_CHOICE = new RegExp(`^(?:(?:${CHOOSING})\\s+)*`);
/** The same, where it is asked for in a sentence. */
const BEFORE_ASKED = new RegExp(
  `^(?:(?:${CHOOSING}|and|yeah|right|wait|sorry|please|hang on|let us see)\\s+)*`,
);
const ASKING =
  /^(?:what (?:is|was|about|are|were)|how about|tell me(?: more)?(?: about)?|(?:i|we) (?:want|would like|take)(?: to (?:know|hear)(?: more)?(?: about)?)?|more about|about) /;
const PLACE = new RegExp(
  `^(?:the )?(?:(?<ordinal>${ORDINALS.join('|')}|former|latter|other|last)|number (?<number>${NUMBERS.join('|')}))(?: (?:one|thing|point|question|please|of|the|those|these|two|them|you|said|named|mentioned|again|then|was|is|about|sounds|good|interesting|interests|me|tell|more|on|that|it|what|in|explain|does|mean|can|could|would|how|work|works|who|for))*$`,
);

/** What is chosen, without the words that begin a choice. */
export function withoutChoosing(plain: string): string {
  return plain.replace(BEFORE_CHOICE, '');
}

/** Which of several is named and nothing else, from 0: “the second one”, “number two please”. Null: none. */
export function toPlace(chosen: string, count: number): number | null {
  const { ordinal = '', number = '' } = PLACE.exec(chosen)?.groups ?? {};
  if (ordinal === 'last') return count - 1;
  if (ordinal === 'former' && count === 2) return 0;
  if (/^(?:latter|other)$/.test(ordinal) && count === 2) return 1;
  const place = Math.max(ORDINALS.indexOf(ordinal), NUMBERS.indexOf(number));
  return place === -1 || place >= count ? null : place;
}

/** Which of several a whole turn asks for, from 0: “um the second one”, “what was number four again”. Null: none. */
export function findPlace(turn: string, count: number): number | null {
  return toPlace(plainWords(turn).replace(BEFORE_ASKED, '').replace(ASKING, ''), count);
}

const NAMED_ONE = /^(?:the )?(?<name>[\w'-]+(?: [\w'-]+)?) (?:one|thing|part|bit|app|application)$/;

/** How one of several is called, where a whole turn asks for it: “tell me more about the English one”. Null: by no name. */
export function findNamedOne(turn: string): string | null {
  const asked = plainWords(turn).replace(BEFORE_ASKED, '').replace(ASKING, '');
  return NAMED_ONE.exec(asked)?.groups?.name ?? null;
}
