import { describe, expect, it } from 'vitest';
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
import { createAnswerer } from './dialogue/answer.ts';

const answer = createAnswerer(productKnowledge);

function expectAtLeast(share: number, score: Score): void {
  expect(score.right / score.asked, score.failures.join('\n')).toBeGreaterThanOrEqual(share);
}

describe('the guide finds the right entry', () => {
  it('for questions in other words', () =>
    expectAtLeast(0.92, scoreQuestions(answer, paraphrases)));
  it('for misheard questions', () => expectAtLeast(0.9, scoreQuestions(answer, misheard)));
  it('for follow-ups', () => expectAtLeast(0.9, scoreFollowUps(answer, followUps)));
  it('for questions it was never tuned on', () =>
    expectAtLeast(0.85, scoreQuestions(answer, heldOut)));
});

describe('the guide does not answer what it cannot know', () => {
  it('for all sorts of questions', () =>
    expectAtLeast(0.95, scoreOutOfDomain(answer, outOfDomain)));
  it('for sorts it was never tuned on', () =>
    expectAtLeast(0.85, scoreOutOfDomain(answer, heldOutOutOfDomain)));
});

it('is asked nothing that stands in the knowledge word for word', () => {
  const known = new Set(
    productKnowledge.entries.flatMap((entry) => entry.questions.map(normalise)),
  );
  const copied = [...paraphrases, ...heldOut].filter(([asked]) => known.has(normalise(asked)));
  expect(copied).toEqual([]);
});
