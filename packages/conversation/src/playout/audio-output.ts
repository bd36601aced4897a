/**
 * Where the agent's voice goes. Implemented by a room's paced track; samples are mono,
 * signed 16 bit. Positions count samples since the output was made and never run back.
 */
export interface AudioOutput {
  readonly sampleRate: number;
  /** Samples written so far, played or not. */
  readonly writtenSamples: number;
  /** Samples handed to the network so far: what the memory may claim was said. */
  readonly playedSamples: number;
  /** Appends audio to what is to be played. */
  write(pcm: Int16Array): void;
  /** Stops at the current sample, keeping the rest. */
  pause(): void;
  resume(): void;
  /** Changes loudness over `ramp` ms; 1 is as written. */
  setGain(gain: number, ramp: number): void;
  /**
   * Drops everything not played; returns `playedSamples`. Positions stay monotone:
   * `writtenSamples` falls back to `playedSamples`.
   */
  clear(): number;
  /** Called after every paced frame with `playedSamples`; returns the unsubscriber. */
  onPlayed(listener: (playedSamples: number) => void): () => void;
}
