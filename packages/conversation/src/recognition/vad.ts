/** Voice activity detection of one call, in 32 ms steps. */
export interface VadStream {
  /** Samples per step at 16 kHz. */
  readonly frameSamples: number;
  /** Takes exactly `frameSamples` samples in [-1, 1]; returns the probability of speech, 0 to 1. */
  process(frame: Float32Array): number;
  close(): void;
}

export interface Vad {
  /** One stream a call. */
  open(): VadStream;
}
