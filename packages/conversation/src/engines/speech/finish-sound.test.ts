import { expect, it } from 'vitest';
import { finishSound } from './finish-sound.ts';

const RATE = 16_000;

function tone(silentBefore: number, spoken: number, silentAfter: number, level: number) {
  const perMs = RATE / 1_000;
  const pcm = new Int16Array((silentBefore + spoken + silentAfter) * perMs);
  for (let index = 0; index < spoken * perMs; index += 1) {
    pcm[silentBefore * perMs + index] = Math.sin(index / 8) * level;
  }
  return pcm;
}
const peak = (pcm: Int16Array) => pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

it('keeps 20 ms of silence before and 120 ms after', () => {
  const sound = finishSound(tone(300, 500, 400, 5_000), RATE);
  expect(sound.length / 16).toBeGreaterThan(636);
  expect(sound.length / 16).toBeLessThanOrEqual(641);
  expect(sound.findIndex((sample) => sample !== 0) / 16).toBeLessThanOrEqual(21);
});

it('adds no silence where there was none, and begins and ends at zero', () => {
  const sound = finishSound(tone(0, 500, 0, 5_000), RATE);
  expect(sound.length / 16).toBeLessThanOrEqual(500);
  expect([sound[0], sound.at(-1)].map(Number)).toEqual([0, 0]);
});

it('brings soft and loud sentences to one loudness', () => {
  const soft = peak(finishSound(tone(10, 500, 10, 2_500), RATE));
  const loud = peak(finishSound(tone(10, 500, 10, 9_000), RATE));
  expect(Math.abs(soft - loud)).toBeLessThan(loud * 0.03);
});

it('never clips, and leaves silence empty', () => {
  expect(peak(finishSound(tone(10, 500, 10, 32_767), RATE))).toBeLessThan(29_200);
  const click = new Int16Array(RATE);
  click.fill(300, 2_000, 9_000);
  click[5_000] = 32_767;
  expect(peak(finishSound(click, RATE))).toBeLessThan(29_200);
  expect(finishSound(new Int16Array(1_000), RATE)).toHaveLength(0);
});
