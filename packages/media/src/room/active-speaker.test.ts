import { expect, test } from 'vitest';
import { createActiveSpeaker } from './active-speaker.ts';

function setUp() {
  let now = 0;
  const changes: (string | null)[] = [];
  const speaker = createActiveSpeaker({
    now: () => now,
    onChange: (sessionId) => void changes.push(sessionId),
  });
  /** Everybody's level in dB below the loudest, for so many milliseconds. */
  const pass = (duration: number, levels: Record<string, number>) => {
    for (const end = now + duration; now < end; now += 20)
      for (const [sessionId, level] of Object.entries(levels)) speaker.hear(sessionId, level);
  };
  return { speaker, changes, pass };
}

test('who speaks has the word until another speaks', () => {
  const { changes, pass } = setUp();
  pass(2_000, { ada: 127, bob: 127 });
  expect(changes).toEqual([]);
  pass(1_500, { ada: 20, bob: 127 });
  pass(3_000, { ada: 127, bob: 127 });
  expect(changes).toEqual(['ada']);
  pass(2_000, { ada: 127, bob: 25 });
  expect(changes).toEqual(['ada', 'bob']);
});

test('a cough does not take the word, and who leaves loses it', () => {
  const { speaker, changes, pass } = setUp();
  pass(3_000, { ada: 20, bob: 127 });
  pass(100, { ada: 20, bob: 5 });
  pass(2_000, { ada: 20, bob: 127 });
  expect(changes).toEqual(['ada']);
  speaker.forget('bob');
  speaker.forget('ada');
  expect([changes, speaker.sessionId]).toEqual([['ada', null], null]);
});
