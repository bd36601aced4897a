import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const MISHEARD = 'what is prompt arrow';
const idsOf = ({ entries }: ReturnType<typeof say>) => entries.map(({ id }) => id);

describe('a turn that was probably misheard', () => {
  it('is asked about', () => {
    const reply = say(MISHEARD);
    expect(reply.part).toBe('clarify');
    expect(reply.text).toContain('Prompt Hero?');
  });

  it.each([
    ['yes', ['prompt-what']],
    ['yes, exactly', ['prompt-what']],
    ['how much does it cost', ['price-what']],
  ])('is settled by %j', (answer, ids) => expect(idsOf(say(MISHEARD, answer))).toEqual(ids));

  it('is to be put in other words after a no', () => {
    const reply = say(MISHEARD, 'no');
    expect(reply.entries).toEqual([]);
    expect(reply.text).toMatch(/in other words|another way/);
  });

  it('is not asked about twice in a row', () => {
    expect(say(MISHEARD, MISHEARD).part).not.toBe('clarify');
  });

  it('is answered where it is hardly anything else', () => {
    const reply = say('what is the moon tracker');
    expect(reply.part).toBe('answer');
    expect(idsOf(reply)).toEqual(['mood-what']);
  });

  it('is answered where a name sounds the same', () => {
    for (const [turn, id] of [
      ['what is candling', 'product-what'],
      ['what is kindly ng', 'product-what'],
      ['are you a reel person', 'talk-human'],
    ] as const) {
      const reply = say(turn);
      expect([turn, reply.part, ...idsOf(reply)]).toEqual([turn, 'answer', id]);
    }
  });

  it.each(['who is the prime minister of england', 'how do I clean my carpet'])(
    'is not made of %j',
    (turn) => expect(say(turn).part).toBe('unknown'),
  );
});
