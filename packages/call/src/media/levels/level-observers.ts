import type { AudioLevels, AudioLevelsOptions, ParticipantsAudioLevel } from './audio-levels.ts';

/** The level observers of a call. The code is loaded with the first one. */
export class LevelObservers {
  readonly #options: AudioLevelsOptions;
  #levels: AudioLevels | null = null;
  #live = false;
  /** Counts starts and stops: one that was stopped while it was loading does not start. */
  readonly #turns = { local: 0, remote: 0 };

  constructor(options: AudioLevelsOptions) {
    this.#options = options;
  }

  get localRunning(): boolean {
    return this.#levels?.localRunning ?? false;
  }

  get remoteRunning(): boolean {
    return this.#levels?.remoteRunning ?? false;
  }

  get localLevel(): number {
    return this.#levels?.localLevel ?? 0;
  }

  get remoteLevels(): ParticipantsAudioLevel {
    return this.#levels?.remoteLevels ?? {};
  }

  /** @throws when the code cannot be loaded */
  async startLocal(interval?: number): Promise<void> {
    this.#turns.local += 1;
    const turn = this.#turns.local;
    const levels = await this.#load();
    if (turn === this.#turns.local) levels.startLocal(interval);
  }

  /** As `startLocal`. */
  async startRemote(interval?: number): Promise<void> {
    this.#turns.remote += 1;
    const turn = this.#turns.remote;
    const levels = await this.#load();
    if (turn === this.#turns.remote) levels.startRemote(interval);
  }

  stopLocal(): void {
    this.#turns.local += 1;
    this.#levels?.stopLocal();
  }

  stopRemote(): void {
    this.#turns.remote += 1;
    this.#levels?.stopRemote();
  }

  handleJoined(): void {
    this.#live = true;
    this.#levels?.handleJoined();
  }

  handleLeft(): void {
    this.#live = false;
    this.stopLocal();
    this.stopRemote();
    this.#levels?.handleLeft();
  }

  async #load(): Promise<AudioLevels> {
    const { AudioLevels } = await import('./audio-levels.ts');
    if (this.#levels !== null) return this.#levels;
    this.#levels = new AudioLevels(this.#options);
    if (this.#live) this.#levels.handleJoined();
    return this.#levels;
  }
}
