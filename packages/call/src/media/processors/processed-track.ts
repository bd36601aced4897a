/** The result of a processor. */
export interface TrackProcessor {
  /** The processed track, or the raw one where that was changed itself. */
  readonly track: MediaStreamTrack;
  /** Frees everything it opened; the raw track remains open. */
  close(): void;
}

/**
 * Starts to process.
 *
 * @throws when it cannot; later failures go to `onFailed`, once
 */
export type StartProcessor = (
  raw: MediaStreamTrack,
  onFailed: (error: unknown) => void,
) => Promise<TrackProcessor>;

export interface ProcessedTrackOptions {
  /** A new raw track is not shown before its processor is ready: it hides what is private. */
  readonly holdsBack: boolean;
  /** `output` changed. */
  onChanged(): void;
  /** The processor failed; the raw track is sent instead. */
  onFailed(error: unknown): void;
}

/**
 * A track with its processor. Unless it is held back, the raw track is
 * sent at once and replaced when the processor is ready; a failing processor falls back to it.
 */
export class ProcessedTrack {
  readonly #options: ProcessedTrackOptions;
  #raw: MediaStreamTrack | null = null;
  #start: StartProcessor | null = null;
  #running: TrackProcessor | null = null;
  #heldBack = false;
  /** Counts starts: a processor that is ready too late is closed again. */
  #turn = 0;

  constructor(options: ProcessedTrackOptions) {
    this.#options = options;
  }

  get output(): MediaStreamTrack | null {
    return this.#running?.track ?? (this.#heldBack ? null : this.#raw);
  }

  /** Resolves when the processor runs, has failed, or was superseded. Never rejects. */
  async setRaw(raw: MediaStreamTrack | null): Promise<void> {
    if (raw === this.#raw) return;
    this.#raw = raw;
    this.#heldBack = this.#options.holdsBack && this.#start !== null;
    await this.#restart();
  }

  /**
   * Null: none. A running processor continues until the next one is ready.
   * Resolves and never rejects as `setRaw`.
   */
  async setProcessor(start: StartProcessor | null): Promise<void> {
    if (start === this.#start) return;
    this.#start = start;
    if (start === null) this.#heldBack = false;
    await this.#restart(start !== null);
  }

  async #restart(keepsRunning = false): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    if (!keepsRunning) this.#stop();
    this.#options.onChanged();
    if (this.#raw === null || this.#start === null) return;
    const handleFailure = (error: unknown) => {
      if (turn === this.#turn) this.#fail(error);
    };
    try {
      const running = await this.#start(this.#raw, handleFailure);
      if (turn !== this.#turn) return running.close();
      const before = this.#running;
      this.#running = running;
      this.#heldBack = false;
      this.#options.onChanged();
      // Only after the next one is sent: no gap in between.
      before?.close();
    } catch (error) {
      handleFailure(error);
    }
  }

  #fail(error: unknown): void {
    this.#turn += 1;
    this.#stop();
    this.#start = null;
    this.#heldBack = false;
    this.#options.onChanged();
    this.#options.onFailed(error);
  }

  #stop(): void {
    this.#running?.close();
    this.#running = null;
  }
}
