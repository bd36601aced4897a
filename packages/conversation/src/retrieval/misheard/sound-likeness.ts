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
const WEAK = new Set('AHR');
const WEAK_COST = 0.5;
const SOUND_SHARE = 0.6;

export function toSaid(words: readonly string[]): Said {
  const letters = words.join('');
  return { letters, sound: doubleMetaphone(letters)[0] };
}

/**
 * How likely one was said where the other was heard, by sound and letters: 0 to 1, and 0 for all that is below `least`.
 */
export function soundLikeness(heard: Said, meant: Said, least = 0): number {
  const sound = SOUND_SHARE * likeness(heard.sound, meant.sound, costOfSound, costWithoutSound);
  if (sound + 1 - SOUND_SHARE < least) return 0;
  const letters = likeness(heard.letters, meant.letters, costOfLetter, costWithoutLetter);
  const both = sound + (1 - SOUND_SHARE) * letters;
  return both < least ? 0 : both;
}

const costOfLetter = (left: string, right: string): number => (left === right ? 0 : 1);
const costWithoutLetter = (): number => 1;
const costWithoutSound = (sound: string): number => (WEAK.has(sound) ? WEAK_COST : 1);

function costOfSound(left: string, right: string): number {
  if (left === right) return 0;
  for (const [sounds, cost] of GROUPS)
    if (sounds.includes(left) && sounds.includes(right)) return cost;
  return 1;
}

/** 1 less the cost of the cheapest way from one to the other, by the longer of the two. */
function likeness(
  left: string,
  right: string,
  costOf: (left: string, right: string) => number,
  costWithout: (one: string) => number,
): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0) return 0;
  const costs = new Float64Array(right.length + 1);
  for (let place = 1; place <= right.length; place += 1)
    costs[place] = (costs[place - 1] ?? 0) + costWithout(right.charAt(place - 1));
  for (const one of left) {
    const without = costWithout(one);
    // The row before is overwritten from the left: what stands diagonally above is kept.
    let diagonal = costs[0] ?? 0;
    costs[0] = diagonal + without;
    for (let place = 1; place <= right.length; place += 1) {
      const other = right.charAt(place - 1);
      const above = costs[place] ?? 0;
      const before = costs[place - 1] ?? 0;
      costs[place] = Math.min(
        diagonal + costOf(one, other),
        above + without,
        before + costWithout(other),
      );
      diagonal = above;
    }
  }
  return Math.max(0, 1 - (costs[right.length] ?? 0) / longest);
}
