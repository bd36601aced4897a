import { expect, it } from 'vitest';
import { otherFormsOf, prepareSpeech } from './prepare-speech.ts';

const RATE = 16_000;
const sound = (ms: number, level = 0.1) => new Float32Array((ms * RATE) / 1_000).fill(level);

it('offers nothing for silence or for what is shorter than a word', () => {
  expect([...prepareSpeech(sound(1_000, 0), RATE)]).toEqual([]);
  expect([...prepareSpeech(sound(1_000, 0.0001), RATE)]).toEqual([]);
  expect([...prepareSpeech(sound(100), RATE)]).toEqual([]);
});

it('surrounds short speech with silence', () => {
  const pcm = sound(400);
  const [first, second] = prepareSpeech(pcm, RATE);
  expect(first).toHaveLength(pcm.length + 4_800);
  expect(first?.[1_599]).toBe(0);
  expect(first?.[1_600]).toBeCloseTo(0.1);
  expect(first?.at(-1)).toBe(0);
  expect(second).toHaveLength(pcm.length + 1_600);
});

it('offers long speech as it is, and for a second try without the silence around it', () => {
  const pcm = new Float32Array([...sound(300, 0), ...sound(2_000), ...sound(500, 0.0001)]);
  const [first, second] = prepareSpeech(pcm, RATE);
  expect(first).toBe(pcm);
  expect(second).toHaveLength((2_000 + 100) * 16);
  expect(second?.[799]).toBe(0);
  expect(second?.[800]).toBeCloseTo(0.1);
});

it('has four other forms of speech, framed otherwise, faster and slower, and none of silence', () => {
  const pcm = new Float32Array([...sound(300, 0), ...sound(2_000), ...sound(500, 0.0001)]);
  const forms = otherFormsOf(pcm, RATE);
  const lengths = forms.map((two) => two.map((form) => Math.round(form().length / 16)));
  expect(lengths).toEqual([
    [2_100, 2_165],
    [2_421, 2_350],
  ]);
  expect(otherFormsOf(sound(1_000, 0), RATE)).toEqual([]);
});
