import { expect, it } from 'vitest';
import { knowledgeSchema } from '../retrieval/entries/knowledge-schema.ts';
import type { KnownMeanings } from '../retrieval/meaning/known-meanings.ts';
import { createEntrySource } from './entry-source.ts';

const { entries } = knowledgeSchema.parse({
  entries: [
    {
      id: 'meals',
      topic: 'meals',
      questions: ['What is for lunch?', 'Is there a canteen?'],
      phrasings: ['can my son eat at school', 'do you cook'],
      answer: 'The canteen serves a warm meal each day.',
    },
    {
      id: 'bus',
      topic: 'bus',
      questions: ['Is there a school bus?', 'When does the bus leave?'],
      phrasings: ['how do the kids get home', 'transport'],
      answer: 'The bus leaves at four.',
    },
  ],
});

const MEALS = [
  'What is for lunch?',
  'Is there a canteen?',
  'can my son eat at school',
  'do you cook',
];
/** Shares no word with any of them. */
const HUNGRY = 'Does anybody feed those hungry mouths around noon?';

/** Two directions: what is about meals, and what is not. */
function createMeanings(ask: KnownMeanings['ask'] = async () => undefined): KnownMeanings {
  const asked = new Set<string>();
  const examples = new Set(
    entries.flatMap(({ questions, phrasings }) => [...questions, ...phrasings]),
  );
  const missed = new Set<string>();
  return {
    kind: 'universal',
    of(text) {
      if (!examples.has(text) && !asked.has(text)) {
        missed.add(text);
        return null;
      }
      return Float32Array.from(MEALS.includes(text) || text === HUNGRY ? [1, 0] : [0, 1]);
    },
    judge: () => () => Number.NEGATIVE_INFINITY,
    judgeBehind: () => null,
    takeMissed() {
      const texts = [...missed];
      missed.clear();
      return texts;
    },
    async ask(texts) {
      await ask(texts);
      for (const text of texts) asked.add(text);
    },
  };
}

const find = async (meanings?: Promise<KnownMeanings>) => {
  const source = createEntrySource(entries, meanings === undefined ? {} : { meanings });
  await meanings?.catch(() => undefined);
  const { passages } = await source.find({ messages: [{ role: 'user', content: HUNGRY }] });
  return passages.map(({ title }) => title);
};

it('finds by its meaning what shares no word', async () => {
  expect(await find()).toEqual([]);
  expect((await find(Promise.resolve(createMeanings())))[0]).toBe('meals');
});

it('goes by words where meanings cannot be had', async () => {
  expect(await find(Promise.reject(new Error('no encoder')))).toEqual([]);
  const failing = createMeanings(() => Promise.reject(new Error('the encoder fails')));
  expect(await find(Promise.resolve(failing))).toEqual([]);
});
