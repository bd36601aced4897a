export interface Transcription {
  /** As recognised, trimmed; empty when there were no words. */
  readonly text: string;
}

/** Speech to text. One instance serves all calls. */
export interface Transcriber {
  readonly provider: string;
  /**
   * @param pcm mono 16 kHz samples in [-1, 1]
   * @throws the signal's reason when it aborts; work that has not begun is dropped
   */
  transcribe(
    pcm: Float32Array,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Transcription>;
  close(): Promise<void>;
}
