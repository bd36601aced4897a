import { END_REASONS } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../ui/text/format-duration.ts';
import { describeEnd } from './end-strings.ts';

describe('durationWords', () => {
  it.each([
    [0, '0 seconds'],
    [1_000, '1 second'],
    [59_600, '1 minute'],
    [72_000, '1 minute 12 seconds'],
    [300_000, '5 minutes'],
    [-5, '0 seconds'],
  ])('%s ms: %s', (duration, words) => {
    expect(formatDuration(duration)).toBe(words);
  });
});

describe('endWords', () => {
  it('has nothing to explain when the visitor hung up', () => {
    expect(describeEnd('customer-ended-call')).toBeNull();
    expect(describeEnd(null)).toBeNull();
  });

  it.each(END_REASONS.filter((reason) => reason !== 'customer-ended-call'))(
    '%s is a sentence a person understands',
    (reason) => {
      expect(describeEnd(reason)).toMatch(/^[A-Z][a-z ]+\.$/);
    },
  );

  it('is never silent about a reason that it does not know', () => {
    expect(describeEnd('something-new')).toBe('It was ended from the other side.');
  });
});
