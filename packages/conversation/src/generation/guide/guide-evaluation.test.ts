import { beforeAll, describe, expect, it } from 'vitest';
import { withoutOpening } from '../../retrieval/language/segments.ts';
import { normalise } from '../../retrieval/language/words.ts';
import {
  followUps,
  heldOut,
  heldOutOutOfDomain,
  misheard,
  outOfDomain,
  paraphrases,
  productKnowledge,
} from '../../testing/guide-content.ts';
import {
  type Score,
  scoreFollowUps,
  scoreOutOfDomain,
  scoreQuestions,
} from '../../testing/guide-evaluation.ts';
import { knowProductMeanings } from '../../testing/product-meanings.ts';
import { createAnswerer } from './dialogue/answer.ts';

const meanings = await knowProductMeanings();
const byMeaning = createAnswerer(productKnowledge, () => meanings);

async function lookUpAll(): Promise<void> {
  const asked = [...paraphrases, ...misheard, ...heldOut].map(([question]) => question);
  const all = [...asked, ...outOfDomain, ...heldOutOutOfDomain].map(withoutOpening);
  // What one finds decides what is looked up next.
  scoreFollowUps(byMeaning, followUps);
  const missed = [...all, ...meanings.takeMissed()].filter((text) => meanings.of(text) === null);
  await meanings.ask([...new Set(missed)]);
}

function expectAtLeast(share: number, score: Score): void {
  expect(score.right / score.asked, score.failures.join('\n')).toBeGreaterThanOrEqual(share);
}

beforeAll(lookUpAll);

describe.each([
  ['by words', createAnswerer(productKnowledge)],
  ['by words and meaning', byMeaning],
])('the guide, %s', (_, answer) => {
  it('finds the right entry for questions in other words', () =>
    expectAtLeast(0.92, scoreQuestions(answer, paraphrases)));
  it('… for misheard questions', () => expectAtLeast(0.85, scoreQuestions(answer, misheard)));
  it('… for follow-ups', () => expectAtLeast(0.9, scoreFollowUps(answer, followUps)));
  it('… for questions it was never tuned on', () =>
    expectAtLeast(0.85, scoreQuestions(answer, heldOut)));
  it('does not answer what it cannot know', () =>
    expectAtLeast(0.94, scoreOutOfDomain(answer, outOfDomain)));
  it('… of sorts it was never tuned on', () =>
    expectAtLeast(0.85, scoreOutOfDomain(answer, heldOutOutOfDomain)));
});

it('is asked nothing that stands in the knowledge word for word', () => {
  const known = new Set(
    productKnowledge.entries.flatMap((entry) => entry.questions.map(normalise)),
  );
  const copied = [...paraphrases, ...heldOut].filter(([asked]) => known.has(normalise(asked)));
  expect(copied).toEqual([]);
});
