/**
 * Hears a turn once more, by its sound and by what may be expected to be said. One instance serves all calls.
 */
export interface SecondHearing {
  /** There is time for turns of which it is not known yet whether they need it. */
  readonly hasTimeToSpare: boolean;
  /** Learns the phrases before they are needed; does nothing where it knows them. @throws an `EngineError` */
  prepare(phrases: readonly string[]): Promise<void>;
  /**
   * @param pcm mono 16 kHz samples in [-1, 1]
   * @param phrases what callers may say, hundreds of them at least: the same array each time
   * @param signal when it aborts, the work stops within some 20 ms
   * @returns null where there is no time for it, too much to hear, or where it was aborted
   * @throws an `EngineError`
   */
  hear(pcm: Float32Array, phrases: readonly string[], signal?: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}
