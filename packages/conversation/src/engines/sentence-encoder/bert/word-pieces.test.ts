import { expect, it } from 'vitest';
import { createWordPieces } from './word-pieces.ts';

const VOCABULARY = [
  '[CLS]',
  '[SEP]',
  '[UNK]',
  'how',
  'much',
  'teach',
  '##er',
  '##ers',
  '##s',
  'cafe',
  '?',
  '$',
  '5',
  "'",
  'it',
  's',
  '日',
  '本',
];
const fileOf = (type = 'WordPiece') => ({
  model: { type, vocab: Object.fromEntries(VOCABULARY.map((piece, number) => [piece, number])) },
});
const cut = createWordPieces(fileOf(), 12);
const read = (text: string) => cut(text).map((number) => VOCABULARY[number]);

it('cuts words into the longest pieces, with a beginning and an end', () => {
  expect(read('How much')).toEqual(['[CLS]', 'how', 'much', '[SEP]']);
  expect(read('teachers teacher')).toEqual(['[CLS]', 'teach', '##ers', 'teach', '##er', '[SEP]']);
});

it('takes marks and ideographs for words of their own', () => {
  expect(read("It's $5?")).toEqual(['[CLS]', 'it', "'", 's', '$', '5', '?', '[SEP]']);
  expect(read('日本')).toEqual(['[CLS]', '日', '本', '[SEP]']);
});

it('reads no capitals, accents or signs that nobody sees', () => {
  expect(read('  Café\t\u0000HOW\u200b ')).toEqual(['[CLS]', 'cafe', 'how', '[SEP]']);
});

it('knows no word that pieces do not make up whole, nor one that is endless', () => {
  expect(read('teaching much')).toEqual(['[CLS]', '[UNK]', 'much', '[SEP]']);
  expect(read(`it${'s'.repeat(99)}`)).toEqual(['[CLS]', '[UNK]', '[SEP]']);
  expect(read(`it${'s'.repeat(98)}`)).toHaveLength(12);
});

it('cuts off what is too long, and finds nothing in nothing', () => {
  const long = read('how much '.repeat(20));
  expect(long).toHaveLength(12);
  expect(long.at(-1)).toBe('[SEP]');
  expect(read(' \n')).toEqual([]);
});

it('refuses the file of another kind of tokenizer, and one without the marks', () => {
  expect(() => createWordPieces(fileOf('BPE'), 12)).toThrow(/WordPiece/);
  expect(() => createWordPieces({ model: { type: 'WordPiece', vocab: { a: 1 } } }, 12)).toThrow(
    '[CLS]',
  );
});
