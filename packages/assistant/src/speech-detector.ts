import type { Clock, ParticipantsAudioLevel } from '@kindling/call';
import {
  SPEECH_END_SILENCE,
  SPEECH_LEVEL_THRESHOLD,
  VOLUME_DIVISOR,
} from '@kindling/protocol/constants';

export interface SpeechDetectorCallbacks {
  /** 0 to 1. */
  onVolume(volume: number): void;
  onSpeechStart(): void;
  onSpeechEnd(): void;
}

/** Volume and speech of the others, from their audio levels. */
export class SpeechDetector {
  readonly #clock: Clock;
  readonly #callbacks: SpeechDetectorCallbacks;
  #cancelEnd: (() => void) | null = null;

  constructor(clock: Clock, callbacks: SpeechDetectorCallbacks) {
    this.#clock = clock;
    this.#callbacks = callbacks;
  }

  handleLevels(levels: ParticipantsAudioLevel): void {
    const level = Object.values(levels).reduce((sum, one) => sum + one, 0);
    this.#callbacks.onVolume(Math.min(1, level / VOLUME_DIVISOR));
    if (level <= SPEECH_LEVEL_THRESHOLD) return;
    if (this.#cancelEnd === null) this.#callbacks.onSpeechStart();
    else this.#cancelEnd();
    this.#cancelEnd = this.#clock.schedule(SPEECH_END_SILENCE, () => {
      this.#cancelEnd = null;
      this.#callbacks.onSpeechEnd();
    });
  }

  stop(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = null;
  }
}
