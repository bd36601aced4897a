/** What likeness is worth as evidence depends on who judges it: for each there are weights of their own. */
export type EncoderKind = 'universal' | 'minilm';

/** Puts sentences of like meaning near each other, whatever their words. */
export interface SentenceEncoder {
  readonly kind: EncoderKind;
  /** Numbers in a vector. */
  readonly size: number;
  /** The model and its version: what was made by another is of no use. */
  readonly model: string;
  /**
   * A vector of length 1, or of zeros, for each text, in order.
   *
   * @throws an `EngineError`
   */
  encode(texts: readonly string[]): Promise<Float32Array[]>;
  /**
   * What tells groups of examples apart, by themselves and behind each other. Takes some milliseconds for each example, behind everything else that this
   * machine does. Once for each encoder: what it takes is given back.
   *
   * @throws an `EngineError`
   */
  learn(examples: Examples): Promise<LearnedMeaning>;
  close(): Promise<void>;
}

/** What is learned from. */
export interface Examples {
  readonly groups: readonly (readonly string[])[];
  readonly followUps: readonly FollowUpExample[];
}

/** What is asked behind what one group is about, and asks for another; both by their numbers. */
export interface FollowUpExample {
  readonly text: string;
  readonly behind: number;
  readonly group: number;
}

/** What was learned from examples; all numbers are plain, so that it can be kept in a file. */
export interface LearnedMeaning {
  /** The mean of the examples: as many numbers as a vector has (`size`). */
  readonly mean: Float32Array;
  /** How the examples of one group differ from each other: a lower triangle, `size` × `size`, row by row. */
  readonly spread: Float32Array;
  /** The examples, group by group, as `toMeaning` makes them: `size` numbers each. */
  readonly examples: Float32Array;
  /** What tells the groups from each other: as `learnJudge` makes it, `size` + 1 numbers for each. */
  readonly judge: Float32Array;
  /** What is asked behind a group, as `toMeaning` makes it: `size` numbers each. */
  readonly followUps: Float32Array;
  /** What tells the groups from each other behind one of them: 2 × `size` + 1 numbers for each; empty without follow-ups. */
  readonly followJudge: Float32Array;
}
