import { expect, it } from 'vitest';
import { knowMeanings } from '../../../retrieval/entries/know-meanings.ts';
import {
  type KnowledgeInput,
  knowledgeSchema,
} from '../../../retrieval/entries/knowledge-schema.ts';
import { searchWithMeanings } from '../../../retrieval/meaning/search-with-meanings.ts';
import { createFakeEncoder } from '../../../testing/fake-encoder.ts';
import { extendKnowledge, smallTalkKnowledge } from '../extend-knowledge.ts';
import { createAnswerer } from './answer.ts';

const ENTRIES: KnowledgeInput['entries'] = [
  {
    id: 'boats',
    topic: 'boats',
    questions: ['can I rent a boat', 'do you have boats'],
    phrasings: ['I would love to row on the lake'],
    answer: 'You can rent a boat at the pier.',
  },
  {
    id: 'swimming',
    topic: 'swimming',
    questions: ['may we swim here', 'is swimming allowed'],
    phrasings: ['could my children bathe'],
    answer: 'Swimming is allowed near the beach.',
  },
  {
    id: 'storms',
    topic: 'storms',
    questions: ['do you warn of storms', 'who watches the weather'],
    phrasings: ['is there a lightning alarm'],
    answer: 'A siren warns of storms.',
  },
];
const FOLLOW_UP = 'out there when it turns nasty';

/** The follow-up is like nothing that anything is asked with. */
const vectorOf = (text: string) =>
  Float32Array.from({ length: 16 }, (_, place) => {
    const plain = text.toLowerCase();
    if (place === 0) return plain.includes('nasty') ? 3 : 0;
    return Math.sin(7 * place + plain.length + plain.charCodeAt(0));
  });

/** What is answered behind “can I rent a boat”. */
async function ask(turn: string, followUps: { say: string; id: string }[]): Promise<string[]> {
  const own = knowledgeSchema.parse({
    mode: 'replace',
    entries: ENTRIES.map((entry) => (entry.id === 'boats' ? { ...entry, followUps } : entry)),
  });
  const knowledge = extendKnowledge(own, smallTalkKnowledge);
  const encoder = createFakeEncoder(vectorOf);
  const meanings = await knowMeanings({ encoder, knowledge, folder: '/dev/null/none' });
  const answer = createAnswerer(knowledge, () => meanings);
  const messages = [
    { role: 'user', content: 'can I rent a boat' },
    { role: 'assistant', content: 'You can rent a boat at the pier.' },
    { role: 'user', content: turn },
  ] as const;
  const { entries } = await searchWithMeanings(() => answer(messages), meanings);
  return entries.map(({ id }) => id);
}

it('finds what is asked behind an answer, whatever its own words', async () => {
  expect(await ask(FOLLOW_UP, [{ say: FOLLOW_UP, id: 'storms' }])).toEqual(['storms']);
});

it('does not find it where nobody has asked so', async () => {
  expect(await ask(FOLLOW_UP, [])).not.toContain('storms');
});

it('leaves out what asks for an entry that is not there', async () => {
  expect(await ask(FOLLOW_UP, [{ say: FOLLOW_UP, id: 'sharks' }])).not.toContain('storms');
});
