import { describe, expect, it } from 'vitest';
import { createOwnVoice } from './own-voice.ts';

const RATE = 16_000;
const STEP = 512;

/** Something like syllables: bursts of noise of many lengths and strengths; repeatable. */
function syllables(seconds: number, seed: number): Float32Array {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const sound = new Float32Array(seconds * RATE);
  for (let at = 0; at < sound.length; ) {
    const length = Math.round((0.06 + 0.2 * next()) * RATE);
    const strength = next() < 0.25 ? 0 : 0.02 + 0.3 * next();
    for (let index = at; index < Math.min(at + length, sound.length); index += 1)
      sound[index] = strength * (2 * next() - 1);
    at += length;
  }
  return sound;
}

/** The share of the steps between two times, in seconds, that are taken for the assistant's own voice. */
function shareOfEcho(
  played: Float32Array,
  microphone: Float32Array,
  [from, to]: readonly [number, number],
): number {
  const ownVoice = createOwnVoice();
  let echoes = 0;
  let steps = 0;
  for (let at = 0; at + STEP <= microphone.length; at += STEP) {
    const endAt = 10_000 + ((at + STEP) * 1_000) / RATE;
    ownVoice.played(played.subarray(at, at + STEP), endAt, RATE, 1);
    const isEcho = ownVoice.isEcho({ samples: microphone.subarray(at, at + STEP), endAt });
    if (at < from * RATE || at >= to * RATE) continue;
    steps += 1;
    if (isEcho) echoes += 1;
  }
  return echoes / steps;
}

function later(sound: Float32Array, ms: number, decibels: number): Float32Array {
  const moved = new Float32Array(sound.length);
  moved.set(sound.subarray(0, sound.length - ms * 16), ms * 16);
  return moved.map((sample) => sample * 10 ** (decibels / 20));
}

describe('the own voice (TURN-37)', () => {
  const assistant = syllables(6, 7);

  it.each([
    [-12, 60],
    [-20, 250],
    [-30, 500],
  ])('is known at %d dB, %d ms later', (decibels, delay) => {
    expect(shareOfEcho(assistant, later(assistant, delay, decibels), [1, 6])).toBeGreaterThan(0.9);
  });

  it('is not another speaker at the same time', () => {
    const person = syllables(6, 11);
    person.fill(0, 0, 2 * RATE);
    expect(shareOfEcho(assistant, person, [2.1, 6])).toBeLessThan(0.05);
  });

  it('does not hide a caller who speaks over it', () => {
    const person = syllables(6, 11);
    person.fill(0, 0, 3 * RATE);
    const echo = later(assistant, 120, -26);
    const both = person.map((sample, index) => sample + (echo[index] ?? 0));
    expect(shareOfEcho(assistant, both, [3.3, 6])).toBeLessThan(0.2);
  });

  it('is nothing while the assistant is silent', () => {
    expect(shareOfEcho(new Float32Array(6 * RATE), syllables(6, 5), [0, 6])).toBe(0);
  });
});
