import { expect, it } from 'vitest';
import { BookingRequestError } from './booking-request-error.ts';
import { describeFailure } from './failure-strings.ts';

const now = new Date('2026-11-02T14:00:00Z');
const limited = (seconds: number) =>
  new BookingRequestError('rate_limited', 'x', {
    retryAt: new Date(now.getTime() + seconds * 1_000),
  });

it('says when to try again', () => {
  expect(describeFailure(limited(20), 'UTC', now)).toContain('in 20 seconds');
  expect(describeFailure(limited(1), 'UTC', now)).toContain('in 1 second.');
  expect(describeFailure(limited(600), 'America/New_York', now)).toContain('after 9:10 AM');
  expect(describeFailure(new BookingRequestError('rate_limited', 'x'), 'UTC', now)).toContain(
    'few minutes',
  );
});

it('shows what the server said of a mistake, and not of its own trouble', () => {
  expect(describeFailure(new BookingRequestError('bad_request', 'Say this.'), 'UTC', now)).toBe(
    'Say this.',
  );
  const problem = new BookingRequestError('internal', 'stack', { outcomeKnown: false });
  expect(describeFailure(problem, 'UTC', now)).not.toContain('stack');
});
