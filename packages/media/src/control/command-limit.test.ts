import { expect, it } from 'vitest';
import { createCommandLimit } from '../control/command-limit.ts';

function setUp() {
  let now = 0;
  const limit = createCommandLimit(() => now);
  const read = (count: number, characters = 100) =>
    Array.from({ length: count }, () => limit.read(characters));
  const pass = (duration: number) => {
    now += duration;
  };
  return { limit, read, pass };
}

it('takes as many messages as a page has reason to send', () => {
  const { read, pass } = setUp();
  expect(new Set(read(200))).toEqual(new Set(['taken']));
  for (let second = 0; second < 20; second += 1) {
    pass(1_000);
    expect(new Set(read(100))).toEqual(new Set(['taken']));
  }
});

it('refuses aloud once, until there was quiet', () => {
  const { read, pass } = setUp();
  expect(read(400).filter((verdict) => verdict === 'refused')).toHaveLength(1);
  for (let second = 0; second < 20; second += 1) {
    pass(1_000);
    const verdicts = read(150);
    expect(verdicts.filter((verdict) => verdict === 'taken')).toHaveLength(100);
    expect(verdicts).not.toContain('refused');
    expect(verdicts).not.toContain('flood');
  }
  pass(10_000);
  expect(read(201).at(-1)).toBe('refused');
});

it('gives up on who sends far more', () => {
  const { read } = setUp();
  expect(read(2_200)).not.toContain('flood');
  expect(read(1)).toEqual(['flood']);
});

it('limits what is read, and what is broadcast', () => {
  const { limit, read } = setUp();
  expect(read(20, 200_000).filter((verdict) => verdict === 'taken')).toHaveLength(10);
  const spread = Array.from({ length: 40 }, () => limit.broadcast(16_384, 50));
  expect(spread.filter((verdict) => verdict === 'taken')).toHaveLength(20);
});
