import type { MoonshineWriter, Written } from './moonshine-decoder.ts';
import type { PhraseModel } from './phrase-model.ts';

/** A text that may have been said. */
export interface Hypothesis {
  /** Places in the tokens of the phrases. */
  readonly written: readonly number[];
  /** Logarithm of how likely it is by its sound, and by the phrases. */
  readonly score: number;
}

/** What the phrases count beside the sound. */
const PHRASES = 0.2;
/** What a token is given against being one more to be unlikely: the logarithm of a share. */
const BONUS = 0.6;
/** Beginnings that are followed at once. */
const WIDTH = 3;
/** Beginnings that are behind the best text by more are not followed. */
const AHEAD = 6;
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
export function searchExpected(
  writer: MoonshineWriter,
  phrases: PhraseModel,
  longest: number,
): Hypothesis | null {
  let open: Beginning[] = [{ written: [], score: 0, memory: writer.empty, token: START }];
  let best: Hypothesis | null = null;
  for (let length = 0; length < longest && open.length > 0; length += 1) {
    const results = writer.step(open.map(({ memory, token }) => ({ written: memory, token })));
    const further = results.flatMap(({ logits, written }, at) => {
      const one = open[at];
      return one === undefined ? [] : extend(one, written, logits, phrases);
    });
    further.sort(byScore);
    const isEnd = ({ written }: Hypothesis) => written.at(-1) === phrases.end;
    const ended = length === 0 ? undefined : further.slice(0, WIDTH).find(isEnd);
    if (ended !== undefined && (best === null || ended.score > best.score)) best = ended;
    const limit = (best?.score ?? Number.NEGATIVE_INFINITY) - AHEAD;
    open = further
      .filter((one) => !isEnd(one))
      .slice(0, WIDTH)
      .filter(({ score }) => score > limit);
  }
  return best && { ...best, written: best.written.slice(0, -1) };
}

const byScore = (left: Hypothesis, right: Hypothesis) => right.score - left.score;

/** The likeliest that go on with it. `logits` are overwritten where phrases count. */
function extend(
  one: Beginning,
  memory: Written,
  logits: Float32Array,
  phrases: PhraseModel,
): Beginning[] {
  const whole = logOfSum(logits);
  const expected = phrases.follow(one.written);
  // In place: these are thousands of numbers, many times a second.
  for (let place = 0; place < logits.length; place += 1)
    logits[place] = (logits[place] ?? 0) + PHRASES * (expected[place] ?? 0);
  return largest(logits, WIDTH + 1).map((place) => {
    const likely = (logits[place] ?? 0) - whole;
    return {
      written: [...one.written, place],
      score: one.score + likely + BONUS,
      memory,
      token: phrases.tokens[place] ?? 0,
    };
  });
}

/** All that is so far below the largest adds a fiftieth at most. */
const NEGLIGIBLE = 14;

function logOfSum(logits: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < logits.length; place += 1)
    most = Math.max(most, logits[place] ?? most);
  let sum = 0;
  for (let place = 0; place < logits.length; place += 1) {
    const below = (logits[place] ?? 0) - most;
    if (below > -NEGLIGIBLE) sum += Math.exp(below);
  }
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
