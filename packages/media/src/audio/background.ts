import { officeSound } from './office-sound.ts';

/** Sound that is heard behind a voice, from the moment it is set: in a circle, soft, and counted nowhere. */
export interface Background {
  readonly isOn: boolean;
  set(sound: BackgroundSound): void;
  /** Adds the next of it to a frame that is about to be sent. */
  mixInto(pcm: Int16Array): void;
}

/** Mono signed 16-bit PCM at the output's rate, the built-in office, or none. */
export type BackgroundSound = Int16Array | 'office' | null;

/** Some 20 dB below a voice: it is heard in pauses and takes nothing from the words. Of a full scale of 1. */
const LOUDNESS = 0.007;
/** Over which the end of a sound goes over into its beginning, s. */
const CROSSFADE = 0.25;

export function createBackground(sampleRate: number): Background {
  let loop: Int16Array | null = null;
  let position = 0;
  return {
    get isOn() {
      return loop !== null;
    },
    set(sound) {
      const samples = sound === 'office' ? officeSound(sampleRate) : sound;
      loop = samples === null ? null : softLoop(samples, Math.round(CROSSFADE * sampleRate));
      position = 0;
    },
    mixInto(pcm) {
      if (loop === null) return;
      for (let index = 0; index < pcm.length; index++) {
        const mixed = (pcm[index] ?? 0) + (loop[position] ?? 0);
        pcm[index] = Math.max(-32_768, Math.min(32_767, mixed));
        position = (position + 1) % loop.length;
      }
    },
  };
}

/** The sound at its loudness, its end faded into its beginning; null: there is nothing to hear. */
function softLoop(sound: Int16Array, fade: number): Int16Array | null {
  const length = sound.length - fade;
  if (length <= fade) return null;
  let energy = 0;
  for (const sample of sound) energy += sample * sample;
  const loudness = Math.sqrt(energy / sound.length) / 32_768;
  if (loudness === 0) return null;
  const gain = LOUDNESS / loudness;
  const loop = new Int16Array(length);
  for (let index = 0; index < length; index++) {
    const share = index < fade ? index / fade : 1;
    const tail = share < 1 ? (sound[length + index] ?? 0) * Math.sqrt(1 - share) : 0;
    // A tap is never as loud as a word.
    const sample = gain * ((sound[index] ?? 0) * Math.sqrt(share) + tail);
    loop[index] = Math.round(Math.max(-MAX_SAMPLE, Math.min(MAX_SAMPLE, sample)));
  }
  return loop;
}

const MAX_SAMPLE = 32_768 / 16;
