import type { AudioOutput } from '@kindling/protocol/audio-output';

/** Holds the assistant back while the caller speaks over it. */
export interface Ducking {
  /** Makes it quieter. */
  duck(): void;
  pause(): void;
  /** Lets it go on at full volume; `ramp` in ms. @default 60 */
  release(ramp?: number): void;
}

/** Loudness while ducked, and how long that takes, ms (TURN-20). */
const DUCKED_GAIN = 0.25;
const DUCK_RAMP = 30;
const RESTORE_RAMP = 60;

export function createDucking(output: AudioOutput): Ducking {
  let paused = false;
  return {
    duck: () => output.setGain(DUCKED_GAIN, DUCK_RAMP),
    pause() {
      if (!paused) output.pause();
      paused = true;
    },
    release(ramp = RESTORE_RAMP) {
      if (paused) output.resume();
      paused = false;
      output.setGain(1, ramp);
    },
  };
}
