export interface Transcription {
  /** As recognised, trimmed; empty when there were no words. */
  readonly text: string;
}

export interface TranscriberStreamOptions {
  /** The words so far of what was pushed since the last `next`; later ones may be fewer. */
  readonly onInterim: (text: string) => void;
  /** It broke off and gives no more words. Once. */
  readonly onBroken: (error: unknown) => void;
}

/** Hears a call while it goes on. When a turn is over is not its matter. */
export interface TranscriberStream {
  /** The caller's next samples, mono 16 kHz in [-1, 1]; taken while it connects, too. */
  push(samples: Float32Array): void;
  /**
   * There is a pause: the final words of all that was pushed since the last `next`. More may be pushed afterwards.
   * It may wait for ever.
   *
   * @throws where the stream is broken
   */
  finish(): Promise<Transcription>;
  /** What is pushed from here on is something else. */
  next(): void;
  close(): void;
}

/** Speech to text. One instance serves all calls. */
export interface Transcriber {
  readonly provider: string;
  /** So much is asked of its machine that what can be left out is to be left out. @default false */
  readonly isBusy?: boolean;
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
  /**
   * The same sound in other forms: some words come out better, others worse. Some texts at a time, which may be empty;
   * none where there is no time for it, and no more when `signal` aborts. Absent where nothing is won by it.
   */
  transcribeOtherwise?(pcm: Float32Array, signal: AbortSignal): AsyncIterable<readonly string[]>;
  /** Hears what is said as it is said. Absent where it only hears what is whole. Throws nothing. */
  open?(options: TranscriberStreamOptions): TranscriberStream;
  close(): Promise<void>;
}
