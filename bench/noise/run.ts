import {
  loadRnnoiseWorklet,
  loudness,
  processSamples,
} from '../../packages/call/src/testing/rnnoise-worklet.ts';
import { hasEspeak, speak } from '../../tests/support/sound/microphone.ts';
import { resample } from '../../tests/support/sound/wav.ts';
import { printTable } from '../support/table.ts';

/**
 * What the noise processor leaves of noise and of a voice, and what it costs: speech of espeak-ng
 * with pauses of two seconds, in noises of several strengths.
 *
 *   node bench/noise/run.ts
 */

const RATE = 48_000;
const PAUSE = 2 * RATE;
/** Frames of the worklet and of RNNoise: how much later the voice is. */
const DELAY = 448 + 480;

if (!hasEspeak) throw new Error('This bench speaks with espeak-ng: install it first.');
const { samples } = resample(speak('The quick brown fox jumps over the lazy dog.'), RATE);
const voice = Float32Array.from(samples, (sample) => sample / 32_768);
const speech = new Float32Array(3 * PAUSE + 2 * voice.length + DELAY);
speech.set(voice, PAUSE);
const second = 2 * PAUSE + voice.length;
speech.set(voice, second);

const createProcessor = await loadRnnoiseWorklet();
const rows = [
  { noise: 'none', strength: 0, dark: 0 },
  { noise: 'fan, soft', strength: 0.2, dark: 0.97 },
  { noise: 'fan, loud', strength: 1, dark: 0.97 },
  { noise: 'hiss, soft', strength: 0.005, dark: 0 },
  { noise: 'hiss, loud', strength: 0.03, dark: 0 },
].map(({ noise, strength, dark }) => {
  const next = createNoise(strength, dark);
  const noisy = speech.map((sample) => sample + next());
  const start = performance.now();
  const processed = processSamples(createProcessor(), noisy);
  const cost = (performance.now() - start) / (noisy.length / RATE);
  // The second pause and sentence: it has heard a voice and the noise by then.
  const inPause = (sound: Float32Array) => loudness(sound.subarray(second - RATE, second));
  const inVoice = (sound: Float32Array, delay = 0) =>
    sound.subarray(second + delay, second + delay + voice.length);
  return [
    noise,
    inPause(noisy),
    inPause(processed),
    loudness(inVoice(noisy)),
    loudness(inVoice(processed, DELAY)),
    100 * likeness(voice, inVoice(noisy)),
    100 * likeness(voice, inVoice(processed, DELAY)),
    cost,
  ];
});
console.log('\ndB below full scale; likeness to the clean voice, %; ms of processor per second\n');
printTable(['noise', 'pause', 'after', 'voice', 'after', 'like', 'after', 'cost'], rows);

/** Repeatable; `dark`: how much of each sample stays in the next, 0 is white. */
function createNoise(strength: number, dark: number): () => number {
  let [state, sound] = [1, 0];
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    sound = dark * sound + (1 - dark) * (state / 1_073_741_823.5 - 1);
    return sound * strength;
  };
}

function likeness(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, one, index) => sum + one * (y[index] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
