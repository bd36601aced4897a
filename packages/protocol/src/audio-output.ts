/**
 * Audio towards the participants of a room, played in real time. Sound is mono signed 16-bit PCM at
 * `sampleRate`; positions count samples since the output was created.
 */
export interface AudioOutput {
  /** Hz */
  readonly sampleRate: number;
  /** Samples written so far, played or not. */
  readonly writtenSamples: number;
  /** Samples handed to the network so far: the history counts only these as said. */
  readonly playedSamples: number;
  /** Appends audio. The output copies it: the caller may reuse the array. */
  write(pcm: Int16Array): void;
  /** Stops at the current sample and keeps the rest. */
  pause(): void;
  resume(): void;
  /**
   * Changes loudness linearly over `ramp` ms; a gain of 1 is as written.
   *
   * @throws RangeError for a gain below zero or not finite.
   */
  setGain(gain: number, ramp: number): void;
  /**
   * Drops everything not played; returns `playedSamples`, to which `writtenSamples` falls back.
   * Positions never run backwards otherwise.
   */
  clear(): number;
  /** Calls `listener` after every frame with `playedSamples`. The returned function removes it. */
  onPlayed(listener: (playedSamples: number) => void): () => void;
}
