import type { MoonshineWriter, Written } from './moonshine-decoder.ts';
import type { PhraseModel } from './phrase-model.ts';

/** A text that may have been said. */
export interface Hypothesis {
  /** Places in the tokens of the phrases. */
  readonly written: readonly number[];
  /** Logarithm of how likely it is by its sound. */
  readonly sound: number;
  /** The same with how likely it is by the phrases. */
  readonly score: number;
}

/** Beginnings that are followed at once. */
const WIDTH = 3;
/** What the phrases count beside the sound, and what a token is given against that. */
const PHRASES = 0.2;
const LENGTH = 0.6;
/** How much a further token may gain at most, in tokens: what is behind by more is not followed. */
const AHEAD = 10;
/** A text begins behind it. */
const START = 1;

interface Beginning extends Hypothesis {
  readonly memory: Written;
  readonly token: number;
}

/**
 * The likeliest text by its sound and by phrases that are to be expected (contextual biasing by shallow fusion), of at
 * most `longest` tokens; null where none ends.
 */
export function searchText(
  writer: MoonshineWriter,
  phrases: PhraseModel,
  longest: number,
): Hypothesis | null {
  let open: Beginning[] = [{ written: [], sound: 0, score: 0, memory: writer.empty, token: START }];
  let best: Hypothesis | null = null;
  for (let length = 0; length < longest && open.length > 0; length += 1) {
    const results = writer.step(open.map(({ memory, token }) => ({ written: memory, token })));
    const further = results.flatMap(({ logits, written }, at) => {
      const one = open[at];
      return one === undefined ? [] : extend(one, written, logits, phrases);
    });
    further.sort(byScore);
    const [ended, going] = partition(further, (one) => one.written.at(-1) === phrases.end);
    const [done] = ended;
    if (done !== undefined && length > 0 && done.score > (best?.score ?? Number.NEGATIVE_INFINITY))
      best = { ...done, written: done.written.slice(0, -1) };
    const limit = (best?.score ?? Number.NEGATIVE_INFINITY) - AHEAD * LENGTH;
    open = going.slice(0, WIDTH).filter(({ score }) => score > limit);
  }
  return best;
}

const byScore = (left: Hypothesis, right: Hypothesis) => right.score - left.score;

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

/** The likeliest that go on with it. `logits` are overwritten. */
function extend(
  one: Beginning,
  memory: Written,
  logits: Float32Array,
  phrases: PhraseModel,
): Beginning[] {
  const most = largest(logits, 1)[0] ?? 0;
  const whole = logOfSum(logits, logits[most] ?? 0);
  const expected = phrases.follow(one.written);
  // In place: these are thousands of numbers, many times a second.
  const gains = logits;
  const gainOf = (logit: number, place: number) =>
    logit - whole + PHRASES * (expected[place] ?? 0) + LENGTH;
  for (let place = 0; place < gains.length; place += 1)
    gains[place] = gainOf(logits[place] ?? 0, place);
  return largest(gains, WIDTH + 1).map((place) => {
    const gain = gains[place] ?? 0;
    const sound = gain - PHRASES * (expected[place] ?? 0) - LENGTH;
    return {
      written: [...one.written, place],
      sound: one.sound + sound,
      score: one.score + gain,
      memory,
      token: phrases.tokens[place] ?? 0,
    };
  });
}

function logOfSum(logits: Float32Array, most: number): number {
  let sum = 0;
  for (let place = 0; place < logits.length; place += 1)
    sum += Math.exp((logits[place] ?? 0) - most);
  return most + Math.log(sum);
}

/** Places of the largest numbers, the largest first. */
function largest(numbers: Float32Array, count: number): number[] {
  const places: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] ?? 0;
    if (places.length === count && number <= least) continue;
    const at = places.findIndex((other) => (numbers[other] ?? 0) < number);
    places.splice(at === -1 ? places.length : at, 0, place);
    if (places.length > count) places.pop();
    least = numbers[places.at(-1) ?? 0] ?? 0;
  }
  return places;
}
