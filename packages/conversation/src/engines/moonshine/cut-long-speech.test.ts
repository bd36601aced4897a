import { expect, it } from 'vitest';
import { cutLongSpeech } from './cut-long-speech.ts';

const RATE = 1_000;

it('leaves speech of up to 24 seconds whole', () => {
  const pcm = new Float32Array(24 * RATE).fill(0.1);
  expect(cutLongSpeech(pcm, RATE)).toEqual([pcm]);
});

it('cuts at the pause and loses no sample', () => {
  const pcm = new Float32Array(40 * RATE).fill(0.1);
  pcm.fill(0, 18 * RATE, 18.2 * RATE);
  const parts = cutLongSpeech(pcm, RATE);
  expect(parts).toHaveLength(2);
  expect(parts[0]?.length).toBeGreaterThan(18 * RATE);
  expect(parts[0]?.length).toBeLessThan(18.2 * RATE);
  expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(pcm.length);
});

it('gives no part longer than the model takes, pauses or none', () => {
  const parts = cutLongSpeech(new Float32Array(200 * RATE).fill(0.1), RATE);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(24 * RATE);
});
