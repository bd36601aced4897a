/** Seconds after which it begins again. */
const DURATION = 24;
/** Of the room against what happens in it. */
const AIR = 0.05;
const HUM = 0.008;

const made = new Map<number, Int16Array>();

/**
 * The sound of an office: air, a hum, bursts of typing, and now and then an object set on a desk. Made here,
 * always the same, and without voices, which would be taken for a person's.
 *
 * @returns mono signed 16-bit PCM at `sampleRate`, kept for the next call
 */
export function officeSound(sampleRate: number): Int16Array {
  const known = made.get(sampleRate);
  if (known !== undefined) return known;
  const random = createRandom(20_261_123);
  const sound = roomTone(sampleRate, random);
  for (let at = 0.7; at < DURATION - 2; at += 2 + 3 * random())
    typeBurst(sound, { at, sampleRate, random });
  for (let at = 4; at < DURATION - 1; at += 5 + 4 * random())
    tap(sound, {
      at,
      sampleRate,
      random,
      pitch: 160 + 120 * random(),
      decay: 0.05,
      loudness: 0.12,
    });
  const pcm = Int16Array.from(sound, (sample) => Math.round(Math.tanh(sample) * 32_767));
  made.set(sampleRate, pcm);
  return pcm;
}

type Random = () => number;

/** Numbers from 0 to 1, the same ones each time (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Air that swells slowly, and the hum of a machine. */
function roomTone(sampleRate: number, random: Random): Float64Array {
  const sound = new Float64Array(DURATION * sampleRate);
  const smoothing = 1 - Math.exp((-2 * Math.PI * 500) / sampleRate);
  let air = 0;
  for (let index = 0; index < sound.length; index++) {
    const time = index / sampleRate;
    air += smoothing * (2 * random() - 1 - air);
    const swell = 1 + 0.2 * Math.sin((2 * Math.PI * 2 * time) / DURATION);
    sound[index] = AIR * swell * air * 3 + HUM * Math.sin(2 * Math.PI * 120 * time);
  }
  return sound;
}

interface Place {
  /** Seconds from the beginning. */
  readonly at: number;
  readonly sampleRate: number;
  readonly random: Random;
}

function typeBurst(sound: Float64Array, place: Place): void {
  const { random } = place;
  const keys = 4 + Math.floor(8 * random());
  let { at } = place;
  for (let key = 0; key < keys; key++) {
    tap(sound, { ...place, at, pitch: 1_800 + 900 * random(), decay: 0.006, loudness: 0.05 });
    at += 0.09 + 0.12 * random();
  }
}

interface Knock extends Place {
  /** Hz */
  readonly pitch: number;
  /** Seconds in which it falls to a third. */
  readonly decay: number;
  readonly loudness: number;
}

/** A tone and noise that die away. */
function tap(sound: Float64Array, { at, sampleRate, random, pitch, decay, loudness }: Knock): void {
  const start = Math.round(at * sampleRate);
  const end = Math.min(sound.length, start + Math.round(6 * decay * sampleRate));
  for (let index = start; index < end; index++) {
    const time = (index - start) / sampleRate;
    const tone = Math.sin(2 * Math.PI * pitch * time) + random() - 0.5;
    sound[index] = (sound[index] ?? 0) + loudness * Math.exp(-time / decay) * tone;
  }
}
