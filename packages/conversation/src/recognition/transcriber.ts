export interface Transcription {
  /** As recognised, trimmed; empty when there were no words. */
  readonly text: string;
}

/** Speech to text. One instance serves all calls. */
export interface Transcriber {
  readonly provider: string;
  /**
   * @param pcm mono 16 kHz samples in [-1, 1]
   * @param options `model` is the one to listen with where there are several; its own choice where it
   *   has none of that name
   * @throws the signal's reason when it aborts; work that has not begun is dropped
   */
  transcribe(
    pcm: Float32Array,
    options?: { readonly signal?: AbortSignal; readonly model?: string },
  ): Promise<Transcription>;
  /**
   * The words so far of someone who goes on speaking, where there is time for it: null while the
   * recogniser is needed for what is over. Absent where it is not free to ask so often.
   */
  glance?(
    pcm: Float32Array,
    options?: { readonly signal?: AbortSignal; readonly model?: string },
  ): Promise<Transcription | null>;
  close(): Promise<void>;
}
