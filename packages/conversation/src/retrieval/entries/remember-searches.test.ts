import { expect, it } from 'vitest';
import type { Match } from './entry-retriever.ts';
import { rememberSearches } from './remember-searches.ts';

function retrieverOf(encoder?: Match['encoder']) {
  const searched: string[] = [];
  const retriever = rememberSearches({
    search(question) {
      searched.push(question);
      const entry = { id: question } as Match['entry'];
      return [{ entry, score: 1, ...(encoder && { encoder }) }];
    },
  });
  return { searched, retriever };
}

it('looks up a text once where its meaning is known', () => {
  const { searched, retriever } = retrieverOf('universal');
  const first = retriever.search('what is it');
  expect(retriever.search('what is it')).toEqual(first);
  expect(searched).toEqual(['what is it']);
});

it('looks up anew what was judged by its words alone', () => {
  const { searched, retriever } = retrieverOf();
  retriever.search('what is it');
  retriever.search('what is it');
  expect(searched).toHaveLength(2);
});

it('gives what may be sorted by who asks', () => {
  const { retriever } = retrieverOf('universal');
  retriever.search('what is it').pop();
  expect(retriever.search('what is it')).toHaveLength(1);
});

it('forgets what was asked long ago', () => {
  const { searched, retriever } = retrieverOf('universal');
  for (let number = 0; number <= 200; number += 1) retriever.search(`question ${number}`);
  retriever.search('question 0');
  retriever.search('question 200');
  expect(searched).toHaveLength(202);
});
