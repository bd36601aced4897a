import { expect, it } from 'vitest';
import { readDocuments, readQuestions } from '../../bench/guide/files/documents.ts';
import { openGuide, scoreFiles } from '../../bench/guide/files/score.ts';

/** A little below what `bench/guide` prints: a change that loses more than a question or two should know why. */
it.each([
  ['seen', { right: 0.65, wrong: 0.1, invented: 0.2 }],
  ['unseen', { right: 0.47, wrong: 0.09, invented: 0.14 }],
] as const)('the guide answers over %s documents of a school', async (set, least) => {
  const scores = await scoreFiles(
    await openGuide(await readDocuments(set)),
    await readQuestions(set),
  );
  const answerable = [...scores].filter(([kind]) => kind !== 'unanswerable').map(([, one]) => one);
  const share = (key: 'right' | 'wrong') =>
    answerable.reduce((sum, score) => sum + score[key], 0) /
    answerable.reduce((sum, { asked }) => sum + asked, 0);
  expect(share('right')).toBeGreaterThan(least.right);
  expect(share('wrong')).toBeLessThan(least.wrong);
  const { asked, wrong } = scores.get('unanswerable') ?? { asked: 1, wrong: 1 };
  expect(wrong / asked).toBeLessThan(least.invented);
});
