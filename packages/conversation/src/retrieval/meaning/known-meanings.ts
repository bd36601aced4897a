import { judgeGroups } from './group-judge.ts';
import { toMeaning } from './meaning-space.ts';
import type { EncoderKind, LearnedMeaning, SentenceEncoder } from './sentence-encoder.ts';

/** Meanings of texts, as far as they are known: what was looked up in vain can be asked for. */
export interface KnownMeanings {
  readonly kind: EncoderKind;
  /** Null: not known yet. */
  of(text: string): Float32Array | null;
  readonly judge: JudgeMeaning;
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
  // Of all examples, the first ones alone are each in one group only.
  const groupOf = new Map(groups.map(([first = ''], place) => [first, place]));
  return (meaning) => {
    const likelihoods = judgeGroups(meaning, weights);
    return (first) => likelihoods[groupOf.get(first) ?? -1] ?? Number.NEGATIVE_INFINITY;
  };
}

/** Texts of callers: what is asked often is answered at once. */
const MAX_REMEMBERED = 2_000;

export interface KnownMeaningsOptions {
  readonly encoder: SentenceEncoder;
  readonly learned: LearnedMeaning;
  /** The examples that were learned from, which are never forgotten. */
  readonly groups: readonly (readonly string[])[];
  /** How many other texts are remembered. @default 2000 */
  readonly maxRemembered?: number | undefined;
}

export function createKnownMeanings({
  encoder,
  learned,
  groups,
  maxRemembered = MAX_REMEMBERED,
}: KnownMeaningsOptions): KnownMeanings {
  const { kind, size } = encoder;
  const fixed = new Map(
    groups
      .flat()
      .map((text, place) => [text, learned.examples.subarray(place * size, (place + 1) * size)]),
  );
  const remembered = new Map<string, Float32Array>();
  const missed = new Set<string>();
  return {
    kind,
    judge: createJudge(groups, learned.judge),
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
