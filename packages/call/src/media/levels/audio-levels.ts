import { type Clock, repeat } from '../../core/clock.ts';
import type { Participant } from '../../participants/participant.ts';
import { LevelMeters } from './level-meters.ts';

const DEFAULT_INTERVAL = 200;

/** Loudness between 0 and 1 by session id. */
export type ParticipantsAudioLevel = Readonly<Record<string, number>>;

export interface AudioLevelsOptions {
  readonly clock: Clock;
  localTrack(): MediaStreamTrack | null;
  remoteParticipants(): readonly Participant[];
  onLocal(level: number): void;
  onRemote(levels: ParticipantsAudioLevel): void;
  /** The microphone cannot be measured; the observer is stopped. */
  onLocalFailed(message: string): void;
}

interface Observer {
  readonly interval: number;
  stop: (() => void) | null;
}

/** The two level observers. Started before the call, they begin to measure when it is joined. */
export class AudioLevels {
  readonly #options: AudioLevelsOptions;
  readonly #meters = new LevelMeters();
  #local: Observer | null = null;
  #remote: Observer | null = null;
  #live = false;
  #localLevel = 0;
  #remoteLevels: ParticipantsAudioLevel = {};

  constructor(options: AudioLevelsOptions) {
    this.#options = options;
  }

  get localRunning(): boolean {
    return this.#local !== null;
  }

  get remoteRunning(): boolean {
    return this.#remote !== null;
  }

  get localLevel(): number {
    return this.#localLevel;
  }

  get remoteLevels(): ParticipantsAudioLevel {
    return this.#remoteLevels;
  }

  startLocal(interval?: number): void {
    this.stopLocal();
    this.#local = { interval: interval ?? DEFAULT_INTERVAL, stop: null };
    if (this.#live) this.#run(this.#local, this.#measureLocal);
  }

  startRemote(interval?: number): void {
    this.stopRemote();
    this.#remote = { interval: interval ?? DEFAULT_INTERVAL, stop: null };
    if (this.#live) this.#run(this.#remote, this.#measureRemote);
  }

  stopLocal(): void {
    this.#local?.stop?.();
    this.#local = null;
    this.#localLevel = 0;
    this.#closeIdle();
  }

  stopRemote(): void {
    this.#remote?.stop?.();
    this.#remote = null;
    this.#remoteLevels = {};
    this.#closeIdle();
  }

  handleJoined(): void {
    this.#live = true;
    if (this.#local !== null) this.#run(this.#local, this.#measureLocal);
    if (this.#remote !== null) this.#run(this.#remote, this.#measureRemote);
  }

  handleLeft(): void {
    this.#live = false;
    this.stopLocal();
    this.stopRemote();
  }

  #run(observer: Observer, measure: () => void): void {
    observer.stop = repeat(this.#options.clock, observer.interval, measure);
  }

  readonly #measureLocal = () => {
    const track = this.#options.localTrack();
    try {
      this.#localLevel = track === null || !track.enabled ? 0 : this.#meters.read(track);
    } catch (error) {
      this.stopLocal();
      return this.#options.onLocalFailed(error instanceof Error ? error.message : String(error));
    }
    this.#options.onLocal(this.#localLevel);
  };

  readonly #measureRemote = () => {
    const levels: Record<string, number> = {};
    const used = new Set<MediaStreamTrack>();
    const local = this.#options.localTrack();
    if (local !== null) used.add(local);
    for (const participant of this.#options.remoteParticipants()) {
      const { track } = participant.tracks.audio;
      if (track !== undefined) used.add(track);
      levels[participant.session_id] = track === undefined ? 0 : this.#meters.read(track);
    }
    this.#meters.keepOnly(used);
    this.#remoteLevels = levels;
    this.#options.onRemote(levels);
  };

  #closeIdle(): void {
    if (this.#local === null && this.#remote === null) this.#meters.close();
  }
}
