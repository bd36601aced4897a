import { describe, expect, it } from 'vitest';
import { createBackground } from './background.ts';
import { officeSound } from './office-sound.ts';

const RATE = 16_000;
const rms = (pcm: Int16Array) =>
  Math.sqrt(pcm.reduce((sum, one) => sum + one * one, 0) / pcm.length);
const decibels = (pcm: Int16Array) => 20 * Math.log10(rms(pcm) / 32_768);

function play(sound: Parameters<ReturnType<typeof createBackground>['set']>[0], seconds: number) {
  const background = createBackground(RATE);
  background.set(sound);
  const heard = new Int16Array(seconds * RATE);
  for (let at = 0; at < heard.length; at += 320) background.mixInto(heard.subarray(at, at + 320));
  return { background, heard };
}

describe('a background', () => {
  it('is soft however loud the sound is', () => {
    for (const loudness of [30_000, 300]) {
      const sound = Int16Array.from({ length: 5 * RATE }, (_, at) => loudness * Math.sin(at / 9));
      expect(decibels(play(sound, 4).heard)).toBeCloseTo(-43, 0);
    }
    const { heard } = play('office', 24);
    expect(decibels(heard)).toBeLessThan(-42);
    expect(decibels(heard)).toBeGreaterThan(-55);
  });

  it('goes round without a click', () => {
    const sound = Int16Array.from({ length: 2 * RATE }, (_, at) => 9_000 * Math.sin(at / 20));
    const { heard } = play(sound, 6);
    const steps = heard.slice(1).map((sample, at) => Math.abs(sample - (heard[at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(40);
  });

  it('leaves what it is added to within 16 bit', () => {
    const { background } = play('office', 1);
    const loud = new Int16Array(320).fill(32_767);
    background.mixInto(loud);
    expect(Math.min(...loud)).toBeGreaterThan(30_000);
  });

  it('is none where there is nothing to hear, and ends', () => {
    const { background } = play(new Int16Array(RATE), 1);
    expect(background.isOn).toBe(false);
    background.set('office');
    expect(background.isOn).toBe(true);
    background.set(null);
    const frame = new Int16Array(320);
    background.mixInto(frame);
    expect(frame.some((sample) => sample !== 0)).toBe(false);
  });
});

it('an office is the same each time, and longer than one notices it go round', () => {
  expect(officeSound(RATE)).toBe(officeSound(RATE));
  expect(officeSound(RATE).length).toBeGreaterThan(20 * RATE);
});
