import { expect, it } from 'vitest';
import { createFakeEncoder } from '../../testing/fake-encoder.ts';
import { createFollowing } from './follow-ups.ts';
import { knowMeanings } from './know-meanings.ts';
import { knowledgeSchema } from './knowledge-schema.ts';

const { entries } = knowledgeSchema.parse({
  entries: [
    {
      id: 'price',
      topic: 'money',
      questions: ['what does it cost', 'what is the price'],
      followUps: [
        { say: 'and who pays that', id: 'payer' },
        { say: 'why so much', id: 'nobody-knows' },
      ],
      answer: 'It costs nothing.',
    },
    {
      id: 'payer',
      topic: 'money',
      questions: ['who pays for it', 'who gets the bill'],
      answer: 'Nobody pays.',
    },
    {
      id: 'hours',
      topic: 'hours',
      questions: ['when are you open', 'how long are you open'],
      followUps: [{ say: 'and on Sundays', id: 'sundays' }],
      answer: 'All day.',
    },
    {
      id: 'sundays',
      topic: 'hours',
      questions: ['are you open on Sundays', 'can I come on a Sunday'],
      answer: 'On Sundays, too.',
    },
  ],
});
type Entry = (typeof entries)[number];
const [price, payer, hours, sundays] = entries as [Entry, Entry, Entry, Entry];
/** Texts with the same letters are near each other. */
const vectorOf = (text: string) =>
  Float32Array.from({ length: 26 }, (_, place) =>
    text.toLowerCase().includes(String.fromCharCode(97 + place)) ? 1 : 0.1,
  );

async function follow(question: string, before: typeof entries) {
  const knowledge = knowledgeSchema.parse({ entries });
  const encoder = createFakeEncoder(vectorOf);
  const meanings = await knowMeanings({ encoder, knowledge, folder: '/dev/null/none' });
  await meanings.ask([question]);
  return createFollowing(entries, () => meanings)(question, before);
}

it('finds what is asked behind an entry', async () => {
  const found = await follow('and who pays then', [price]);
  const [paid, open] = [found?.of(payer), found?.of(sundays)];
  expect(found?.likeliestIds(1)).toEqual(['payer']);
  expect(paid?.followJudged).toBeGreaterThan(open?.followJudged ?? 1);
  expect(paid?.followed).toBeGreaterThan(0.4);
  expect(open?.followed).toBe(0);
});

it('knows what is asked behind others of its topic, as such', async () => {
  const found = await follow('and who pays then', [payer]);
  expect(found?.of(payer).followed).toBe(0);
  expect(found?.of(payer).followedTopic).toBeGreaterThan(0.4);
});

it('knows nothing at first, nor of a question whose meaning is not known', async () => {
  expect(await follow('and who pays then', [])).toBeNull();
  expect(createFollowing(entries, () => null)('and who pays then', [hours])).toBeNull();
});
