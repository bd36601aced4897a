import type { Clock, ParticipantsAudioLevel } from '@kindling/call';
import {
  SPEECH_END_SILENCE,
  SPEECH_LEVEL_THRESHOLD,
  VOLUME_DIVISOR,
} from '@kindling/protocol/constants';
import type { VapiEmit } from '../vapi-events.ts';

/** Volume and speech of remote participants, from their audio levels. */
export class SpeechDetector {
  readonly #clock: Clock;
  readonly #emit: VapiEmit;
  #cancelEnd: (() => void) | null = null;

  constructor(clock: Clock, emit: VapiEmit) {
    this.#clock = clock;
    this.#emit = emit;
  }

  handleLevels(levels: ParticipantsAudioLevel): void {
    const level = Object.values(levels).reduce((sum, one) => sum + one, 0);
    this.#emit('volume-level', Math.min(1, level / VOLUME_DIVISOR));
    if (level <= SPEECH_LEVEL_THRESHOLD) return;
    if (this.#cancelEnd === null) this.#emit('speech-start');
    else this.#cancelEnd();
    this.#cancelEnd = this.#clock.schedule(SPEECH_END_SILENCE, () => {
      this.#cancelEnd = null;
      this.#emit('speech-end');
    });
  }

  stop(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = null;
  }
}
