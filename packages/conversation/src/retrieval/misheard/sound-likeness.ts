import { doubleMetaphone } from 'double-metaphone';

/** Some words written as one, as they are said. */
export interface Said {
  readonly letters: string;
  /** Double Metaphone: consonants, and a vowel at the beginning. */
  readonly sound: string;
}

/** What costs less than another sound in its place: recognisers take the sounds of one group for each other. */
const GROUPS: readonly (readonly [sounds: string, cost: number])[] = [
  ['MN', 0.3],
  ['LR', 0.4],
  ['SXJ', 0.4],
  ['0TF', 0.5],
  ['PTK', 0.6],
  ['PF', 0.5],
];
/** Sounds that come and go with the accent, or that a vowel swallows. */
const WEAK = 'AHR';
const WEAK_COST = 0.5;
const SOUND_SHARE = 0.6;

/** What it costs to put one character in another's place, and to leave one out; by their codes. */
interface Costs {
  readonly instead: Float64Array;
  readonly without: Float64Array;
}

/** Letters and sounds are ASCII. */
const CODES = 128;
const SOUND_COSTS = costsOfSounds();
const LETTER_COSTS = plainCosts();

function plainCosts(): Costs {
  const instead = new Float64Array(CODES * CODES).fill(1);
  for (let code = 0; code < CODES; code += 1) instead[code * CODES + code] = 0;
  return { instead, without: new Float64Array(CODES).fill(1) };
}

function costsOfSounds(): Costs {
  const costs = plainCosts();
  // The first group that has both counts.
  for (const [sounds, cost] of GROUPS.toReversed())
    for (const left of sounds)
      for (const right of sounds)
        if (left !== right) costs.instead[left.charCodeAt(0) * CODES + right.charCodeAt(0)] = cost;
  for (const sound of WEAK) costs.without[sound.charCodeAt(0)] = WEAK_COST;
  return costs;
}

export function toSaid(words: readonly string[]): Said {
  const letters = words.join('');
  return { letters, sound: doubleMetaphone(letters)[0] };
}

/**
 * How likely one was said where the other was heard, by sound and letters: 0 to 1, and 0 for all that is below `least`.
 */
export function soundLikeness(heard: Said, meant: Said, least = 0): number {
  const sound = SOUND_SHARE * likeness(heard.sound, meant.sound, SOUND_COSTS);
  if (sound + 1 - SOUND_SHARE < least) return 0;
  const letters = likeness(heard.letters, meant.letters, LETTER_COSTS);
  const both = sound + (1 - SOUND_SHARE) * letters;
  return both < least ? 0 : both;
}

/** Used again for every two: thousands are compared in a turn. */
let cheapest = new Float64Array(CODES);

/** 1 less the cost of the cheapest way from one to the other, by the longer of the two. */
function likeness(left: string, right: string, { instead, without }: Costs): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0) return 0;
  if (cheapest.length <= right.length) cheapest = new Float64Array(2 * right.length);
  cheapest[0] = 0;
  for (let place = 1; place <= right.length; place += 1)
    cheapest[place] = (cheapest[place - 1] ?? 0) + (without[right.charCodeAt(place - 1)] ?? 1);
  for (let row = 0; row < left.length; row += 1) {
    const one = left.charCodeAt(row);
    const leftOut = without[one] ?? 1;
    // The row before is overwritten from the left: what stands diagonally above is kept.
    let diagonal: number = cheapest[0] ?? 0;
    cheapest[0] = diagonal + leftOut;
    for (let place = 1; place <= right.length; place += 1) {
      const other = right.charCodeAt(place - 1);
      const above: number = cheapest[place] ?? 0;
      cheapest[place] = Math.min(
        diagonal + (instead[one * CODES + other] ?? 1),
        above + leftOut,
        (cheapest[place - 1] ?? 0) + (without[other] ?? 1),
      );
      diagonal = above;
    }
  }
  return Math.max(0, 1 - (cheapest[right.length] ?? 0) / longest);
}
