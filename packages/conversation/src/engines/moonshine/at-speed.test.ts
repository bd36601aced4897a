import { expect, it } from 'vitest';
import { atSpeed } from './at-speed.ts';

const RATE = 16_000;
const tone = Float32Array.from({ length: RATE }, (_, at) =>
  Math.sin((2 * Math.PI * 400 * at) / RATE),
);
const risesOf = (pcm: Float32Array) =>
  pcm.reduce((count, sample, at) => count + Number(sample >= 0 && (pcm[at - 1] ?? 0) < 0), 0);

it('is shorter where it is faster, as loud and with all of its waves', () => {
  for (const speed of [0.95, 1, 1.0625]) {
    const sound = atSpeed(tone, speed);
    expect(Math.abs(sound.length - RATE / speed)).toBeLessThan(20);
    expect(Math.abs(risesOf(sound) - 400)).toBeLessThanOrEqual(1);
    expect(Math.max(...sound.map(Math.abs))).toBeCloseTo(1, 1);
  }
});
