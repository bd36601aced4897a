import { describe, expect, it } from 'vitest';
import { productKnowledge } from '../../../testing/guide-content.ts';
import { createAnswerer } from './answer.ts';

const answer = createAnswerer(productKnowledge);

function hear(content: string, otherHearing?: string) {
  const { part, entries } = answer([{ role: 'user', content }], { otherHearing });
  return { part, ids: entries.map(({ id }) => id) };
}

describe('a turn of which there are two hearings', () => {
  const MISHEARD = 'how long is the them';
  const HEARD = 'how long is the demo';

  it('is understood, with a doubt, where only the other one says something', () => {
    expect(hear(MISHEARD).part).toBe('unknown');
    expect(hear(MISHEARD, HEARD)).toEqual({ part: 'unsure', ids: ['booking-length'] });
  });

  it('is what the words that were taken for it say, where the other says something else', () => {
    expect(hear(HEARD, 'is it safe for kids')).toEqual({ part: 'answer', ids: ['booking-length'] });
  });

  it('is asked about where the words that were taken say less than the other', () => {
    const { part, ids } = hear('can the tutor write an essay', HEARD);
    expect(part).toBe('clarify');
    expect(ids.toSorted()).toEqual(['booking-length', 'tutor-cheating']);
  });

  it('is the more certain for saying the same twice', () => {
    expect(hear('what does the moon tracker', 'what does the mood tracker do').ids).toEqual([
      'mood-what',
    ]);
    expect(hear('what does the moon tracker').part).toBe('unknown');
  });

  it('is the courtesy that it plainly is, whatever the other one says', () => {
    const both = hear('Thank you very much, good bye.', HEARD);
    expect(both).toEqual(hear('Thank you very much, good bye.'));
  });
});
