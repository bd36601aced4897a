import { describe, expect, it } from 'vitest';
import { createSentenceFilter } from './sentence-filter.ts';

/** Withholds what holds a number. */
function speak(...sentences: readonly string[]) {
  const filter = createSentenceFilter((sentence) => (/\d/.test(sentence) ? 'number' : null));
  const spoken = [...sentences.flatMap(filter.push), ...filter.end()];
  return { spoken, withheld: filter.withheld.length };
}

describe('sentences of an answer', () => {
  it.each<readonly [string, string[], string[]]>([
    ['are spoken', ['It helps.', 'It listens.'], ['It helps.', 'It listens.']],
    ['are withheld alone', ['It helps.', 'It costs 5.', 'Ask us.'], ['It helps.', 'Ask us.']],
    ['take with them what leans on them', ['It costs 5.', 'That is all.', 'Ask us.'], ['Ask us.']],
    ['are affirmed with what is affirmed', ['Yes.', 'It helps.'], ['Yes.', 'It helps.']],
    ['are not affirmed without it', ['Yes.', 'It costs 5.'], []],
    ['may be a word alone', ['Yes, of course!'], ['Yes, of course!']],
    ['are more than courtesy', ['Great question!', 'It costs 5.'], []],
    ['are more than a question back', ['It costs 5.', 'Shall we go on?'], []],
    ['are said once', ['It helps.', 'It listens.', 'It helps.'], ['It helps.', 'It listens.']],
    ['may be a question', ['Which class is it?'], ['Which class is it?']],
    [
      'come before a question back',
      ['Yes.', 'It costs 5.', 'Ask us.', 'Shall we?'],
      ['Ask us.', 'Shall we?'],
    ],
  ])('%s', (_, sentences, spoken) => {
    expect(speak(...sentences)).toEqual({
      spoken,
      withheld: sentences.filter((one) => /\d/.test(one)).length,
    });
  });
});
