import { beforeAll, expect, it } from 'vitest';
import {
  loadRnnoiseWorklet,
  loudness,
  processSamples,
  type RnnoiseProcessor,
} from '../../testing/rnnoise-worklet.ts';

const RATE = 48_000;
let createProcessor: () => RnnoiseProcessor;

beforeAll(async () => {
  createProcessor = await loadRnnoiseWorklet();
});

const run = (samples: Float32Array) => processSamples(createProcessor(), samples);

/** Repeatable noise between -1 and 1. */
function createNoise(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 30 - 1;
  };
}

/** Something like a vowel, with pauses: a buzz of many overtones under a slow envelope. */
function voice(index: number): number {
  const time = index / RATE;
  if (time % 2 < 1) return 0;
  const pitch = 120 + 15 * Math.sin(2 * Math.PI * 3 * time);
  let sum = 0;
  for (let overtone = 1; overtone <= 20; overtone += 1) {
    const frequency = pitch * overtone;
    const formant =
      1 / (1 + ((frequency - 600) / 300) ** 2) + 0.5 / (1 + ((frequency - 1_700) / 400) ** 2);
    sum += formant * Math.sin(2 * Math.PI * frequency * time);
  }
  return sum * 0.08 * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * time));
}

const seconds = (samples: Float32Array, from: number, to: number) =>
  samples.subarray(from * RATE, to * RATE);

it('takes the noise out of the pauses and leaves the voice', () => {
  const noise = createNoise();
  const noisy = Float32Array.from({ length: 6 * RATE }, (_, i) => voice(i) + 0.01 * noise());
  const clean = run(noisy);
  const pauses = [noisy, clean].map((one) => loudness(seconds(one, 4.2, 4.9)));
  const voices = [noisy, clean].map((one) => loudness(seconds(one, 5.2, 5.9)));
  expect((pauses[0] ?? 0) - (pauses[1] ?? 0)).toBeGreaterThan(15);
  expect(Math.abs((voices[0] ?? 0) - (voices[1] ?? 0))).toBeLessThan(6);
});

it('is 19 ms late, and never runs dry', () => {
  const clean = Float32Array.from({ length: 4 * RATE }, (_, i) => voice(i));
  const processed = run(clean);
  const spoken = seconds(clean, 3.2, 3.7);
  let best = { delay: -1, likeness: 0 };
  for (let delay = 0; delay < 2_000; delay += 1) {
    const start = 3.2 * RATE + delay;
    const likeness = spoken.reduce((sum, one, i) => sum + one * (processed[start + i] ?? 0), 0);
    if (likeness > best.likeness) best = { delay, likeness };
  }
  // 448 samples until a frame is full, and RNNoise's own frame of 480.
  expect(best.delay).toBe(928);
  const ending = processed.subarray(3.2 * RATE, 3.9 * RATE);
  const longestGap = ending.reduce(
    ({ gap, longest }, one) => {
      const next = one === 0 ? gap + 1 : 0;
      return { gap: next, longest: Math.max(longest, next) };
    },
    { gap: 0, longest: 0 },
  ).longest;
  expect(longestGap).toBeLessThan(16);
});

it('is silent without a microphone, and stops when it is closed', () => {
  const processor = createProcessor();
  const output = new Float32Array(128).fill(1);
  expect(processor.process([[]], [[output]])).toBe(true);
  expect(output.every((one) => one === 0)).toBe(true);
  processor.port.onmessage?.();
  expect(processor.process([[]], [[output]])).toBe(false);
});
