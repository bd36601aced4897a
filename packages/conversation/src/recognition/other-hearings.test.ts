import { expect, it } from 'vitest';
import { createOtherHearings } from './other-hearings.ts';

it('knows what the last turns were heard as, too', () => {
  const hearings = createOtherHearings();
  for (const turn of ['one', 'two', 'three', 'four', 'five']) hearings.note(turn, `${turn} again`);
  expect(hearings.of('one')).toBeUndefined();
  expect(hearings.of('two')).toBe('two again');
  expect(hearings.of('five')).toBe('five again');
});

it('forgets it where the same words were heard as nothing else', () => {
  const hearings = createOtherHearings();
  hearings.note('one', 'won');
  hearings.note('one', undefined);
  expect(hearings.of('one')).toBeUndefined();
});
