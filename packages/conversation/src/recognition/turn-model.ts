/** Hears whether someone who paused is done. One instance serves all calls. */
export interface TurnModel {
  /**
   * How likely the speaker is done, 0 to 1.
   *
   * @param pcm the turn so far with its pause, mono 16 kHz samples in [-1, 1]; the newest count where it is long
   * @throws an `EngineError`
   */
  judge(pcm: Float32Array): Promise<number>;
  close(): Promise<void>;
}
