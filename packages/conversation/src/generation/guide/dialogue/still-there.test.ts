import { describe, expect, it } from 'vitest';
import { answer } from '../../../testing/product-guide.ts';

const afterSilence = (content: string) =>
  answer([
    { role: 'user', content: 'What is the mood tracker?' },
    { role: 'assistant', content: answer([{ role: 'user', content: 'the mood tracker' }]).text },
    { role: 'assistant', content: 'Are you still there?' },
    { role: 'user', content },
  ]);

describe('after “Are you still there?”', () => {
  it.each(['I am here', 'still here', "yes I'm still here", 'yes I am'])('%j goes on', (turn) =>
    expect(afterSilence(turn).text).toBe('Yes, I hear you. Please go ahead.'),
  );

  it.each(['yes', 'yeah sorry'])('%j is no wish to hear more', (turn) =>
    expect(afterSilence(turn).entries.filter(({ kind }) => kind === 'fact')).toEqual([]),
  );

  it('a question is answered', () =>
    expect(afterSilence('yes, what does it cost?').entries.map(({ id }) => id)).toEqual([
      'price-what',
    ]));
});
