import { expect, it } from 'vitest';
import { createEarlyAudio } from '../uplink/early-audio.ts';

const base64 = (...samples: number[]) =>
  Buffer.from(Int16Array.from(samples).buffer).toString('base64');

function setUp() {
  const heard: number[] = [];
  let late = () => {};
  let cancelled = false;
  const early = createEarlyAudio({
    clock: {
      schedule(_, callback) {
        late = callback;
        return () => {
          cancelled = true;
        };
      },
    },
    deliver: (pcm) => heard.push(...pcm),
  });
  return {
    early,
    heard,
    beLate: () => late(),
    get cancelled() {
      return cancelled;
    },
  };
}

it('what was said before comes before what is said now', () => {
  const { early, heard } = setUp();
  early.take({ pcm: base64(), last: false });
  early.hear(Int16Array.of(3));
  early.take({ pcm: base64(-1, 2), last: false });
  early.hear(Int16Array.of(4));
  early.take({ pcm: base64(5), last: true });
  early.hear(Int16Array.of(6));
  expect(heard).toEqual([-1, 2, 5, 3, 4, 6]);
});

it('what is said now waits for no last word that never comes, and nothing counts after it', () => {
  const { early, heard, beLate } = setUp();
  early.take({ pcm: base64(1), last: false });
  early.hear(Int16Array.of(2));
  beLate();
  early.take({ pcm: base64(9), last: true });
  expect(heard).toEqual([1, 2]);
});

it('takes ten seconds at most', () => {
  const { early, heard } = setUp();
  const second = base64(...new Array<number>(16_000).fill(1));
  for (let count = 0; count < 12; count += 1) early.take({ pcm: second, last: false });
  expect(heard).toHaveLength(160_000);
});

it('leaves no timer behind', () => {
  const room = setUp();
  room.early.take({ pcm: '', last: false });
  room.early.close();
  expect(room.cancelled).toBe(true);
});
