import { describe, expect, it } from 'vitest';
import { toWord, toWords } from '../language/words.ts';
import { createVocabulary, type Misheard } from './vocabulary.ts';

const known = createVocabulary(
  toWords(
    'uniform bursaries property photographs deposit price lessons leads Leeds saturday robotics holiday',
  ),
);
const read = (word: string, as: Misheard = 'perhaps') =>
  known.read(toWord(word), as).map(([stem]) => stem);
const together = (left: string, right: string) =>
  known.readTogether(toWord(left), toWord(right)).map(([stem]) => stem);

describe('createVocabulary', () => {
  it.each([
    ['lesson', 'lesson'],
    ['depposit', 'deposit'],
    ['robotic', 'robot'],
    ['wears', 'uniform'],
    ['vacation', 'holidai'],
    ['weekend', 'saturdai'],
    ['leeds', 'lead'],
  ])('reads %j as %j, perhaps among others', (word, stem) => expect(read(word)).toContain(stem));

  it('puts together what the recogniser took apart', () => {
    expect(together('bursar', 'ease')).toContain('bursari');
    expect(together('proper', 'tea')).toContain('properti');
    expect(together('foto', 'graphs')).toContain('photograph');
    expect(together('of', 'it')).toEqual([]);
  });

  it('does not take one word for another', () => {
    expect(read('volcano')).toEqual([]);
    expect(read('sunday')).not.toContain('saturdai');
    // A word that people use was heard: it is only not in the documents.
    expect(read('pork')).toEqual([]);
    expect(read('paris')).toContain('price');
    expect(read('paris', 'as a name')).toEqual([]);
    expect(read('depposit', 'no')).toEqual([]);
  });

  it('trusts the word itself most', () => {
    const [first] = known.read(toWord('leads'), 'perhaps');
    expect(first).toEqual(['lead', 1]);
  });
});
