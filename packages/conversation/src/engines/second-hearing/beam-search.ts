import type { MoonshineWriter, Written } from './moonshine-decoder.ts';
import type { PhraseModel } from './phrase-model.ts';

/** A text that may have been said. */
export interface Hypothesis {
  /** Places in the tokens of the phrases. */
  readonly written: readonly number[];
  /** Logarithm of how likely it is by its sound, and by the phrases. */
  readonly score: number;
}

/** What may be written: each token by its place, and the one that ends a text. */
export interface Vocabulary {
  readonly tokens: readonly number[];
  readonly end: number;
}

/** How the search goes. Scores are logarithms. */
interface Plan {
  /** Beginnings that are followed at once. */
  readonly width: number;
  /** What a token is given against being one more to be unlikely. */
  readonly bonus: number;
  /** Beginnings that are behind the best by more are not followed. */
  readonly margin: number;
  /** Nor are those behind the best text by more. */
  readonly ahead: number;
  /** It is over with so many texts. */
  readonly texts: number;
  readonly rank: (text: Hypothesis) => number;
}

/** What the phrases count beside the sound. */
const PHRASES = 0.2;
const EXPECTED: Plan = {
  width: 3,
  bonus: 0.6,
  margin: Number.POSITIVE_INFINITY,
  ahead: 6,
  texts: Number.POSITIVE_INFINITY,
  rank: ({ score }) => score,
};
/**
 * Nothing is expected: by the mean of its tokens. A bonus that is right for quiet lets the text of a noise run away.
 */
const PLAIN: Plan = {
  width: 4,
  bonus: 0,
  margin: 2.5,
  ahead: Number.POSITIVE_INFINITY,
  texts: 4,
  rank: ({ score, written }) => score / written.length,
};
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
export const searchExpected = (writer: MoonshineWriter, phrases: PhraseModel, longest: number) =>
  search({ writer, vocabulary: phrases, follow: phrases.follow, plan: EXPECTED }, longest);

/** The likeliest text by its sound, of at most `longest` tokens; null where none ends. */
export const searchPlain = (writer: MoonshineWriter, vocabulary: Vocabulary, longest: number) =>
  search({ writer, vocabulary, plan: PLAIN }, longest);

interface Search {
  readonly writer: MoonshineWriter;
  readonly vocabulary: Vocabulary;
  /** Logarithms of how likely each token is to be expected. */
  readonly follow?: PhraseModel['follow'];
  readonly plan: Plan;
}

function search(options: Search, longest: number): Hypothesis | null {
  const { writer, vocabulary, plan } = options;
  let open: Beginning[] = [{ written: [], score: 0, memory: writer.empty, token: START }];
  let best: Hypothesis | null = null;
  let texts = 0;
  for (let length = 0; length < longest && open.length > 0 && texts < plan.texts; length += 1) {
    const results = writer.step(open.map(({ memory, token }) => ({ written: memory, token })));
    const further = results.flatMap(({ logits, written }, at) => {
      const one = open[at];
      return one === undefined ? [] : extend(one, written, logits, options);
    });
    further.sort(byScore);
    const isEnd = ({ written }: Hypothesis) => written.at(-1) === vocabulary.end;
    const ended = length === 0 ? [] : further.slice(0, plan.width).filter(isEnd);
    texts += ended.length;
    for (const text of ended) if (best === null || plan.rank(text) > plan.rank(best)) best = text;
    const going = further.filter((one) => !isEnd(one));
    const limit = Math.max(
      (best?.score ?? Number.NEGATIVE_INFINITY) - plan.ahead,
      (going[0]?.score ?? 0) - plan.margin,
    );
    open = going.slice(0, plan.width).filter(({ score }) => score > limit);
  }
  return best && { ...best, written: best.written.slice(0, -1) };
}

const byScore = (left: Hypothesis, right: Hypothesis) => right.score - left.score;

/** The likeliest that go on with it. `logits` are overwritten where phrases count. */
function extend(
  one: Beginning,
  memory: Written,
  logits: Float32Array,
  { vocabulary, follow, plan }: Search,
): Beginning[] {
  const whole = logOfSum(logits);
  const expected = follow?.(one.written);
  // In place: these are thousands of numbers, many times a second.
  if (expected !== undefined)
    for (let place = 0; place < logits.length; place += 1)
      logits[place] = (logits[place] ?? 0) + PHRASES * (expected[place] ?? 0);
  return largest(logits, plan.width + 1).map((place) => {
    const likely = (logits[place] ?? 0) - whole;
    return {
      written: [...one.written, place],
      score: one.score + likely + plan.bonus,
      memory,
      token: vocabulary.tokens[place] ?? 0,
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
