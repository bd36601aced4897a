import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const idsOf = (...turns: string[]) => say(...turns).entries.map(({ id }) => id);

describe('words that mean something else beside others', () => {
  it('are no wish for a shorter answer before there was one', () =>
    expect(idsOf('Hi, what is this, in a sentence?')).not.toContain('talk-shorter'));

  it('are no AI Tutor where a form tutor is meant', () => {
    const ids = idsOf(
      'Who can see the mood check-ins?',
      "No but say a kid doesn't want their form tutor to know.",
    );
    expect(ids.filter((id) => id.startsWith('tutor-'))).toEqual([]);
  });

  it('are more of the question where they put it right, and not only heard', () =>
    expect(
      say('How long does it take to switch?', 'No, I mean until kids are actually using it.').part,
    ).not.toBe('talk'));
});
