/**
 * Hears a turn once more and more carefully: by its sound alone, or by what may be expected to be said, too. One instance
 * serves all calls.
 */
export interface SecondHearing {
  /** There is time for turns of which it is not known yet whether they need it. */
  readonly hasTimeToSpare: boolean;
  /** Gets ready, and learns the phrases before they are needed; does nothing where it knows them. @throws an `EngineError` */
  prepare(phrases: readonly string[] | null): Promise<void>;
  /**
   * @param pcm mono 16 kHz samples in [-1, 1]
   * @param phrases what callers may say, hundreds of them at least: the same array each time. Null: nothing is expected
   * @param signal when it aborts, the work stops within some 20 ms
   * @returns null where there is no time for it, too much to hear, or where it was aborted
   * @throws an `EngineError`
   */
  hear(
    pcm: Float32Array,
    phrases: readonly string[] | null,
    signal?: AbortSignal,
  ): Promise<string | null>;
  close(): Promise<void>;
}
