/** Numbers in the vector of a sentence. */
export const SIZE = 512;

/** Puts sentences of like meaning near each other, whatever their words. */
export interface SentenceEncoder {
  /** The model and its version: what was made by another is of no use. */
  readonly model: string;
  /**
   * A vector of length 1 for each text, in order.
   *
   * @throws an `EngineError`
   */
  encode(texts: readonly string[]): Promise<Float32Array[]>;
  /**
   * What tells groups of examples apart. Takes some milliseconds for each example.
   *
   * @throws an `EngineError`
   */
  learn(groups: readonly (readonly string[])[]): Promise<LearnedMeaning>;
  close(): Promise<void>;
}

/** What was learned from examples; all numbers are plain, so that it can be kept in a file. */
export interface LearnedMeaning {
  /** The mean of the examples, `SIZE` numbers. */
  readonly mean: Float32Array;
  /** How the examples of one group differ from each other: a lower triangle, `SIZE` × `SIZE`, row by row. */
  readonly spread: Float32Array;
  /** The examples, group by group, as `toMeaning` makes them: `SIZE` numbers each. */
  readonly examples: Float32Array;
}
