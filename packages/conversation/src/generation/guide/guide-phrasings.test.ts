import { describe, expect, it } from 'vitest';
import type { KnowledgeInput } from '../../retrieval/entries/knowledge-schema.ts';
import { knowledgeSchema } from '../../retrieval/entries/knowledge-schema.ts';
import { createAnswerer } from './dialogue/answer.ts';
import { ALL_KNOWN, NO_MORE_THAN_SAID } from './dialogue/phrases.ts';
import { extendKnowledge, smallTalkKnowledge } from './extend-knowledge.ts';

type Entry = KnowledgeInput['entries'][number];

const hours: Entry = {
  id: 'hours',
  topic: 'hours',
  questions: ['when are you open', 'what are the opening hours'],
  answer: 'We are open from nine to five.',
};
const boats: Entry = {
  id: 'boats',
  topic: 'boats',
  label: 'the boats',
  questions: ['can I rent a boat', 'do you have boats'],
  answer: 'You can rent a boat at the pier.',
};
const phrased: Entry[] = [
  { ...hours, phrasings: ['from what time may I come in', 'is anybody there at noon'] },
  { ...boats, phrasings: ['I would love to row on the lake', 'is paddling possible'] },
];
const unanswered: Entry = {
  id: 'unanswered-boats',
  topic: 'unanswered',
  kind: 'unanswered',
  questions: ['how deep is the lake', 'how old are the boats'],
  phrasings: ['who built the boats', 'what colour are the boats'],
  answer: 'I do not know that.',
};

function ask(entries: readonly Entry[], question: string): string {
  const own = knowledgeSchema.parse({ mode: 'replace', entries });
  const answer = createAnswerer(extendKnowledge(own, smallTalkKnowledge));
  const { part, entries: said } = answer([{ role: 'user', content: question }]);
  return part === 'unknown' ? 'unknown' : said.map(({ id }) => id).join();
}

describe('a guide that knows how people ask', () => {
  it.each([
    ['could we row on the lake', 'boats'],
    ['is somebody there at noon', 'hours'],
    ['can I rent a boat', 'boats'],
  ])('answers %j', (question, expected) => expect(ask(phrased, question)).toBe(expected));

  it('needs the phrasings for that', () => {
    expect(ask([hours, boats], 'is somebody there at noon')).not.toBe('hours');
    expect(ask([hours, boats], 'can I rent a boat')).toBe('boats');
  });

  it('does not answer what it was told that nothing answers', () => {
    expect(ask([...phrased, unanswered], 'what colour are your boats')).toBe('unknown');
    expect(ask([...phrased, unanswered], 'do you have boats')).toBe('boats');
  });

  it('says that it knows no more when something else is asked about what it said', () => {
    const answer = createAnswerer(
      extendKnowledge(
        knowledgeSchema.parse({ mode: 'replace', entries: [...phrased, unanswered] }),
        smallTalkKnowledge,
      ),
    );
    const first = 'can I rent a boat';
    const { text } = answer([{ role: 'user', content: first }]);
    const { text: then } = answer([
      { role: 'user', content: first },
      { role: 'assistant', content: text },
      { role: 'user', content: 'who painted them' },
    ]);
    const openings = [...ALL_KNOWN, ...NO_MORE_THAN_SAID];
    expect(openings.some((opening) => then.startsWith(opening))).toBe(true);
  });

  it('says who knows more of what was just talked of', () => {
    const whom = { answer: 'The harbour office can tell you.', forFamilies: 'Ask the warden.' };
    const own = knowledgeSchema.parse({
      mode: 'replace',
      entries: phrased,
      unknown: { says: ['I do not know that.', 'That I cannot say.'], whom },
    });
    const answer = createAnswerer(extendKnowledge(own, smallTalkKnowledge));
    const after = (who: string) =>
      answer([
        { role: 'user', content: who },
        { role: 'assistant', content: 'Nice to meet you.' },
        { role: 'user', content: 'can I rent a boat' },
        { role: 'assistant', content: 'You can rent a boat at the pier.' },
        { role: 'user', content: 'and with how many legs' },
      ]).text;
    expect(after('hello')).toMatch(/do not know.* The harbour office can tell you\.$/);
    expect(after('I am a mother')).toMatch(/ Ask the warden\.$/);
  });
});
