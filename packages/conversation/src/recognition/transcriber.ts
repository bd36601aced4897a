export interface Transcription {
  /** As recognised, trimmed; empty when there were no words. */
  readonly text: string;
}

/** Turns a stretch of speech into words. One instance serves all calls. */
export interface Transcriber {
  readonly provider: string;
  /**
   * @param pcm mono 16 kHz samples in [-1, 1]
   * Rejects with the signal's reason when aborted; work not yet begun is dropped.
   */
  transcribe(
    pcm: Float32Array,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Transcription>;
  close(): Promise<void>;
}
