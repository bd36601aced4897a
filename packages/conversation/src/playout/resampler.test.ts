import { describe, expect, it } from 'vitest';
import { createResampler } from '../playout/resampler.ts';

function tone(hertz: number, rate: number, seconds: number) {
  return Int16Array.from({ length: Math.round(rate * seconds) }, (_, index) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hertz * index) / rate)),
  );
}

function resample(pcm: Int16Array, from: number, to: number, chunk: number) {
  const resampler = createResampler(from, to);
  const out: number[] = [];
  for (let start = 0; start < pcm.length; start += chunk) {
    out.push(...resampler.process(pcm.slice(start, start + chunk)));
  }
  return Int16Array.from([...out, ...resampler.flush()]);
}

const rms = (pcm: Int16Array) =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);

describe('createResampler', () => {
  it.each([
    [8_000, 16_000],
    [16_000, 48_000],
    [22_050, 16_000],
    [24_000, 16_000],
    [48_000, 16_000],
  ])('%i Hz to %i Hz keeps length, pitch and level', (from, to) => {
    const out = resample(tone(440, from, 0.5), from, to, 333);
    expect(Math.abs(out.length - to / 2)).toBeLessThanOrEqual(1);
    const expected = tone(440, to, 0.5);
    const middle = out.subarray(1_000, 7_000);
    const error = middle.map((sample, index) => sample - (expected[index + 1_000] ?? 0));
    expect(rms(error) / rms(middle)).toBeLessThan(0.01);
  });

  it('gives the same whatever the chunks', () => {
    const pcm = tone(700, 22_050, 0.1);
    expect(resample(pcm, 22_050, 16_000, 7)).toEqual(resample(pcm, 22_050, 16_000, 2_000));
  });

  it('removes what the lower rate cannot hold', () => {
    const out = resample(tone(11_000, 48_000, 0.3), 48_000, 16_000, 480);
    expect(rms(out.subarray(500, 4_000))).toBeLessThan(100);
  });
});
