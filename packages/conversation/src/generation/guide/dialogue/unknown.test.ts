import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';
import { NOTHING_NEAR } from './phrases.ts';

const STRANGE = [
  'Is there a swimming pool?',
  'Can I rent a helicopter?',
  'Do you have a submarine?',
  'How tall is the lighthouse?',
  'Who won the match on Saturday?',
  'Will it rain in Lisbon tomorrow?',
  'Where do penguins sleep?',
  'What is the capital of Peru?',
  'Which shoes go with a green coat?',
  'Can you recommend a violin teacher?',
  'How do I change a bicycle tyre?',
  'Who painted the ceiling?',
];

describe('what is not known', () => {
  it('is seldom declined in the same words', () => {
    const replies = STRANGE.map((question) => say(question));
    expect(
      replies.every(({ part, entries }) => part === 'unknown' || entries[0]?.kind === 'decline'),
    ).toBe(true);
    const counts = new Map<string, number>();
    for (const { text } of replies) counts.set(text, (counts.get(text) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(STRANGE.length / 3);
  });

  it('offers the demo to one in three at most, and nobody the help line', () => {
    const texts = STRANGE.map((question) => say(question).text);
    expect(texts.filter((text) => /\bdemo\b/i.test(text)).length).toBeLessThanOrEqual(5);
    expect(texts.join(' ')).not.toMatch(/988|crisis/);
  });

  it('names two subjects, and a yes is asked which', () => {
    const openings = NOTHING_NEAR.map((wording) => wording.slice(0, wording.indexOf('{')));
    const named = STRANGE.filter((question) =>
      openings.some((opening) => say(question).text.startsWith(opening)),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const question of named) {
      const { part, text } = say(question, 'Yes');
      expect({ question, part, text }).toMatchObject({
        part: 'clarify',
        text: expect.stringMatching(/^Which one, /),
      });
    }
  });

  it('takes the second of them', () => {
    expect(say('Do you have a submarine?', 'The second one')).toMatchObject({ part: 'answer' });
  });
});

describe('a long turn', () => {
  it('is answered by what it asks, not by what leads up to it', () => {
    const turn =
      'Hello there, I run a small primary school up in the hills with two hundred children and we have been talking about it all week, so what I would really like to know is how much does it cost';
    expect(say(turn).entries.map(({ topic }) => topic)).toContain('pricing');
  });

  it('has both of its questions answered', () => {
    const turn =
      'I teach fourth grade and we start again on Monday after the holidays, so can you tell me how do I book a demo and also how long do you keep the transcript of this call';
    const topics = say(turn).entries.map(({ topic }) => topic);
    expect(topics).toHaveLength(2);
    expect(topics[0]).toBe('booking');
    expect(topics[1]).toBe('privacy');
  });
});
