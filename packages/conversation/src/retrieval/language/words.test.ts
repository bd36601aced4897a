import { describe, expect, it } from 'vitest';
import { distance, similarity } from './similarity.ts';
import { normalise, toWord, toWords } from './words.ts';

describe('normalise', () => {
  it.each([
    ['What’s the E.L.A. part?', 'what is the ela part'],
    ['what is the a i tutor', 'what is the ai tutor'],
    ['Am I a robot?', 'am i a robot'],
    ["I can't, we won't", 'i can not we will not'],
    ['K-12 and k 12', 'k12 and k12'],
    ['How much time does it take?', 'howlong does it take'],
    ['How much is it?', 'howmuch is it'],
    ['Café déjà', 'cafe deja'],
    ['?!… ', ''],
  ])('%j is %j', (text, plain) => expect(normalise(text)).toBe(plain));
});

describe('toWords', () => {
  it('puts synonyms and endings of a word together', () => {
    const [price, costs, pupils, students] = toWords('price costs pupils students');
    expect(price?.concept).toBe(costs?.concept);
    expect(pupils?.concept).toBe(students?.concept);
  });

  it('has no words for silence', () => expect(toWords(' ... ')).toEqual([]));
});

describe('similarity', () => {
  const alike = (left: string, right: string) => similarity(toWord(left), toWord(right));

  it.each([
    ['candling', 'kindling'],
    ['furpa', 'ferpa'],
    ['copper', 'coppa'],
    ['moon', 'mood'],
    ['tudor', 'tutor'],
    ['curriculem', 'curriculum'],
  ])('hears %s as %s', (heard, meant) => expect(alike(heard, meant)).toBeGreaterThanOrEqual(0.65));

  it.each([
    ['fly', 'feel'],
    ['weather', 'teacher'],
    ['the', 'they'],
    ['banana', 'biology'],
  ])('keeps %s and %s apart', (left, right) => expect(alike(left, right)).toBeLessThan(0.5));
});

describe('distance', () => {
  it('counts edits and stops at the limit', () => {
    expect(distance('kitten', 'sitting', 3)).toBe(3);
    expect(distance('kitten', 'sitting', 2)).toBe(3);
    expect(distance('same', 'same', 1)).toBe(0);
    expect(distance('', 'abc', 2)).toBe(3);
  });
});
