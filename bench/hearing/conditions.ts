import { createResampler } from '../../packages/conversation/src/playout/resampler.ts';
import {
  createSpeechDecoder,
  createSpeechEncoder,
} from '../../packages/media/src/audio/opus-codec.ts';
import { type Sound, toPcm, toSound } from '../support/sound.ts';
import { percentile } from '../support/table.ts';

const RATE = 16_000;
const OPUS_RATE = 48_000;
const TELEPHONE_RATE = 8_000;
const FRAME = OPUS_RATE / 50;
/** Power of a step that belongs to the speech, beside the loudest steps; one in twenty of all may be a cough. */
const SPOKEN_SHARE = 0.02;
const LOUDEST = 0.95;
const STEP = RATE / 50;

export const CONDITIONS = ['clean', 'telephone', 'pink noise 10 dB', 'babble 10 dB'] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface Surroundings {
  /** As long as any sound that is put into it. */
  readonly babble: Sound;
}

/** What the recogniser's machine gets of `speech`: from a browser by Opus, from a telephone by mu-law. */
export async function inCondition(
  speech: Sound,
  condition: Condition,
  { babble }: Surroundings,
): Promise<Sound> {
  switch (condition) {
    case 'clean':
      return throughOpus(speech);
    case 'telephone':
      return throughTelephone(speech);
    case 'pink noise 10 dB':
      return throughOpus(mix(speech, pinkNoise(speech.length), 10));
    case 'babble 10 dB':
      return throughOpus(mix(speech, babble, 10));
  }
}

/** Power while somebody speaks: pauses count for nothing. */
function spokenPower(sound: Sound): number {
  const powers: number[] = [];
  for (let at = 0; at + STEP <= sound.length; at += STEP) powers.push(powerOf(sound, at, STEP));
  const most = percentile(powers, LOUDEST);
  const spoken = powers.filter((power) => power >= most * SPOKEN_SHARE && power <= most);
  return spoken.reduce((sum, power) => sum + power, 0) / spoken.length;
}

function powerOf(sound: Sound, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 1) sum += (sound[at] ?? 0) ** 2;
  return sum / length;
}

function mix(speech: Sound, noise: Sound, decibels: number): Sound {
  const noisePower = powerOf(noise, 0, speech.length);
  const gain = Math.sqrt(spokenPower(speech) / noisePower / 10 ** (decibels / 10));
  return speech.map((sample, at) => sample + gain * (noise[at] ?? 0));
}

/** Repeatable; equally loud in each octave (Paul Kellet's filter). */
function pinkNoise(length: number): Sound {
  const poles = [
    [0.99765, 0.099046],
    [0.963, 0.2965164],
    [0.57, 1.0526913],
  ] as const;
  const states = poles.map(() => 0);
  let seed = 1;
  return Float32Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    const white = seed / 1_073_741_823.5 - 1;
    poles.forEach(([pole, gain], index) => {
      states[index] = pole * (states[index] ?? 0) + gain * white;
    });
    return states.reduce((sum, state) => sum + state, 0.1848 * white);
  });
}

/** From 300 to 3,400 Hz, at 8 kHz, in eight bits. */
function throughTelephone(speech: Sound): Sound {
  let sound = speech;
  for (let times = 0; times < 2; times += 1)
    sound = filter(filter(sound, 300, 'high'), 3_400, 'low');
  const narrow = resampled(toPcm(sound), RATE, TELEPHONE_RATE);
  return toSound(resampled(narrow.map(mulaw), TELEPHONE_RATE, RATE));
}

/** A sample as G.711 would bring it back. */
function mulaw(sample: number): number {
  const biased = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = Math.floor(Math.log2(biased)) - 7;
  const step = 2 ** (exponent + 3);
  const kept = Math.floor(biased / step) * step + step / 2 - 132;
  return sample < 0 ? -kept : kept;
}

/** A second-order Butterworth filter. */
function filter(sound: Sound, hertz: number, kind: 'low' | 'high'): Sound {
  const angle = (2 * Math.PI * hertz) / RATE;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const cosine = Math.cos(angle);
  const sign = kind === 'low' ? -1 : 1;
  const outer = (1 + sign * cosine) / 2 / (1 + alpha);
  const middle = -sign * 2 * outer;
  const [first, second] = [(-2 * cosine) / (1 + alpha), (1 - alpha) / (1 + alpha)];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return sound.map((x) => {
    const y = outer * (x + x2) + middle * x1 - first * y1 - second * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

async function throughOpus(speech: Sound): Promise<Sound> {
  const encoder = await createSpeechEncoder(OPUS_RATE);
  const decoder = await createSpeechDecoder(RATE);
  const wide = resampled(toPcm(speech), RATE, OPUS_RATE);
  const heard = new Int16Array(speech.length + FRAME);
  let length = 0;
  for (let at = 0; at + FRAME <= wide.length; at += FRAME) {
    const pcm = decoder.decode(encoder.encode(wide.subarray(at, at + FRAME)));
    heard.set(pcm, length);
    length += pcm.length;
  }
  encoder.free();
  decoder.free();
  return toSound(heard.subarray(0, length));
}

/** Several at once, equally loud, each begun elsewhere and again when it is over. */
export function babbleOf(sounds: readonly Sound[], length: number): Sound {
  const mixed = new Float32Array(length);
  for (const [index, sound] of sounds.entries()) {
    const gain = 1 / Math.sqrt(spokenPower(sound));
    for (let at = 0; at < length; at += 1)
      mixed[at] = (mixed[at] ?? 0) + gain * (sound[(at + index * 7_919) % sound.length] ?? 0);
  }
  return mixed;
}

function resampled(pcm: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to);
  const parts = [resampler.process(pcm), resampler.flush()];
  return Int16Array.from(parts.flatMap((part) => Array.from(part)));
}
