import { judgeBehind } from './follow-judge.ts';
import { judgeGroups } from './group-judge.ts';
import { toMeaning } from './meaning-space.ts';
import type { EncoderKind, Examples, LearnedMeaning, SentenceEncoder } from './sentence-encoder.ts';
import { meanOf, toLengthOne } from './vectors.ts';

/** Meanings of texts, as far as they are known: what was looked up in vain can be asked for. */
export interface KnownMeanings {
  readonly kind: EncoderKind;
  /** Null: not known yet. */
  of(text: string): Float32Array | null;
  readonly judge: JudgeMeaning;
  /** The same behind what a group is about, which its first example names; null: no follow-ups were learned of it. */
  judgeBehind(firstExample: string): JudgeMeaning | null;
  /** What was looked up in vain since this was called last. */
  takeMissed(): string[];
  /** @throws an `EngineError` */
  ask(texts: readonly string[]): Promise<void>;
}

/**
 * The logarithm of how likely a text of this meaning belongs to the group that begins with an example, among all
 * groups. Minus infinity where none does.
 */
export type JudgeMeaning = (meaning: Float32Array) => (firstExample: string) => number;

/** By the weights that `learnJudge` learned of these groups. */
export function createJudge(
  groups: readonly (readonly string[])[],
  weights: Float32Array,
): JudgeMeaning {
  const numberOf = numberGroups(groups);
  return (meaning) => byFirst(judgeGroups(meaning, weights), numberOf);
}

/** −1: it is the first example of none. */
type NumberOf = (firstExample: string) => number;

function byFirst(likelihoods: Float32Array, numberOf: NumberOf): ReturnType<JudgeMeaning> {
  return (first) => likelihoods[numberOf(first)] ?? Number.NEGATIVE_INFINITY;
}

function numberGroups(groups: Examples['groups']): NumberOf {
  // Of all examples, the first ones alone are each in one group only.
  const numbers = new Map(groups.map(([first = ''], place) => [first, place]));
  return (first) => numbers.get(first) ?? -1;
}

/** By the weights that `learnFollowUps` learned. */
function createFollowJudge(
  groups: Examples['groups'],
  learned: LearnedMeaning,
  meaningOf: (example: string) => Float32Array,
): KnownMeanings['judgeBehind'] {
  const numberOf = numberGroups(groups);
  const centres = new Map<number, Float32Array>();
  const centreOf = (group: number): Float32Array => {
    const centre = centres.get(group) ?? toLengthOne(meanOf((groups[group] ?? []).map(meaningOf)));
    centres.set(group, centre);
    return centre;
  };
  return (behind) => {
    const group = numberOf(behind);
    if (group === -1 || learned.followJudge.length === 0) return null;
    return (meaning) =>
      byFirst(judgeBehind(meaning, centreOf(group), learned.followJudge), numberOf);
  };
}

/** Texts of callers: what is asked often is answered at once. */
const MAX_REMEMBERED = 2_000;

export interface KnownMeaningsOptions {
  readonly encoder: SentenceEncoder;
  readonly learned: LearnedMeaning;
  /** What was learned from, which is never forgotten. */
  readonly examples: Examples;
  /** How many other texts are remembered. @default 2000 */
  readonly maxRemembered?: number | undefined;
}

export function createKnownMeanings({
  encoder,
  learned,
  examples: { groups, followUps },
  maxRemembered = MAX_REMEMBERED,
}: KnownMeaningsOptions): KnownMeanings {
  const { kind, size } = encoder;
  const fixed = new Map([
    ...toPairs(
      followUps.map(({ text }) => text),
      learned.followUps,
      size,
    ),
    ...toPairs(groups.flat(), learned.examples, size),
  ]);
  const remembered = new Map<string, Float32Array>();
  const missed = new Set<string>();
  return {
    kind,
    judge: createJudge(groups, learned.judge),
    judgeBehind: createFollowJudge(
      groups,
      learned,
      (example) => fixed.get(example) ?? new Float32Array(size),
    ),
    of(text) {
      const known = fixed.get(text) ?? remembered.get(text) ?? null;
      if (known === null) missed.add(text);
      return known;
    },
    takeMissed() {
      const texts = [...missed];
      missed.clear();
      return texts;
    },
    async ask(texts) {
      const vectors = await encoder.encode(texts);
      for (const [place, text] of texts.entries()) {
        const vector = vectors[place];
        if (vector === undefined) continue;
        remembered.set(text, toMeaning(vector, learned));
        const [oldest] = remembered.size > maxRemembered ? remembered.keys() : [];
        if (oldest !== undefined) remembered.delete(oldest);
      }
    },
  };
}

/** Each text with its meaning. */
function toPairs(
  texts: readonly string[],
  meanings: Float32Array,
  size: number,
): (readonly [string, Float32Array])[] {
  return texts.map((text, place) => [text, meanings.subarray(place * size, (place + 1) * size)]);
}
