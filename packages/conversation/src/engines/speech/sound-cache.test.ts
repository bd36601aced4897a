import { expect, it } from 'vitest';
import { createSoundCache } from './sound-cache.ts';

const sound = (bytes: number) => new Int16Array(bytes / 2);

it('forgets the one used longest ago when it is full', () => {
  const cache = createSoundCache(1_000);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, sound(250));
  cache.get('a');
  cache.set('e', sound(200));
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual([
    'a',
    'c',
    'd',
    'e',
  ]);
});

it('does not keep one that would crowd out the others', () => {
  const cache = createSoundCache(1_000);
  cache.set('long', sound(300));
  expect(cache.get('long')).toBeUndefined();
});

it('counts a sound that is set again once', () => {
  const cache = createSoundCache(1_000);
  for (let times = 0; times < 10; times += 1) cache.set('a', sound(250));
  cache.set('b', sound(250));
  expect(cache.get('a')).toBeDefined();
  cache.clear();
  expect(cache.get('a')).toBeUndefined();
});
