import { plainWords } from './plain-words.ts';

const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth'];
const NUMBERS: readonly string[] = ['one', 'two', 'three', 'four', 'five'];

const BEGINNING =
  /^(?:(?:um+|uh+|eh|er|oh|ah|well|hm|so|and|okay|ok|yes|yeah|right|wait|sorry|hang on|let us see|actually|maybe|please|i (?:mean|meant|think|guess|would say)|it (?:is|was))\s+)*/;
const ASKED =
  '(?:(?:what (?:is|was|about|are|were)|how about|tell me(?: more)?(?: about)?|(?:i|we) (?:want|would like|take)(?: to (?:know|hear)(?: more)?(?: about)?)?|more about|about) )?';
const PLACE = new RegExp(
  `^${ASKED}(?:the )?(?:(?<ordinal>${ORDINALS.join('|')}|last)|number (?<number>${NUMBERS.join('|')}))(?: (?:one|thing|point|of (?:them|those|these)))?(?: (?:again|please|then|was|is|about|you (?:said|named|mentioned)))*$`,
);

/** Which of several a whole turn asks for, from 0: “um the second one”, “what was number four again”. Null: none. */
export function findPlace(turn: string, count: number): number | null {
  const { ordinal = '', number = '' } =
    PLACE.exec(plainWords(turn).replace(BEGINNING, ''))?.groups ?? {};
  if (ordinal === 'last') return count - 1;
  const place = Math.max(ORDINALS.indexOf(ordinal), NUMBERS.indexOf(number));
  return place === -1 || place >= count ? null : place;
}
