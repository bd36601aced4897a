import { describe, expect, it } from 'vitest';
import { libraryDocuments } from '../../testing/sample-documents.ts';
import { passageText, splitPassages } from './passage.ts';

const split = (text: string) =>
  splitPassages({ id: 'a', text }).map(({ title, sentences }) => [title, ...sentences]);

describe('splitPassages', () => {
  it('cuts at headings and keeps those above', () => {
    const [handbook] = libraryDocuments;
    if (handbook === undefined) throw new Error('no document');
    const passages = splitPassages(handbook);
    expect(passages.map(({ title }) => title)).toEqual([
      'Riverside Library, Opening hours',
      'Riverside Library, Borrowing',
      'Riverside Library, Borrowing',
      'Riverside Library, FAQ, Do I need a library card?',
      'Riverside Library, FAQ, Is there parking?',
      'Riverside Library, FAQ, Can I print here?',
    ]);
    expect(passages[0]?.sentences).toEqual([
      'The library is open Monday to Friday from nine to six.',
      'On Saturdays we close at one.',
      'It is closed on Sundays and public holidays.',
    ]);
    expect(passages[2]?.sentences).toEqual([
      'DVDs are lent for one week.',
      'Board games stay in the library.',
    ]);
    expect(passages.every(({ documentId }) => documentId === 'handbook')).toBe(true);
  });

  it('leaves a heading behind when the next of its level comes', () => {
    expect(split('# A\n\n## B\none.\n\n## C\ntwo.\n\n# D\nthree.')).toEqual([
      ['A, B', 'one.'],
      ['A, C', 'two.'],
      ['D', 'three.'],
    ]);
  });

  it('takes a short line alone for a heading, and a sentence or an item not', () => {
    expect(split('Our prices\n\nA ticket costs two euros.')).toEqual([
      ['Our prices', 'A ticket costs two euros.'],
    ]);
    expect(split('We are closed.\n\n- Monday')).toEqual([
      ['', 'We are closed.'],
      ['', 'Monday.'],
    ]);
  });

  it('reads numbered headings, below each other', () => {
    expect(split('1. Rules\n\n1.1. Lending\n\nTen books.\n\n2 Fees\n\nNone.')).toEqual([
      ['Rules, Lending', 'Ten books.'],
      ['Fees', 'None.'],
    ]);
  });

  it('loses no line that only looked like a heading', () => {
    expect(split('Opening hours\n\nNine to five\n\nMonday to Friday')).toEqual([
      ['', 'Opening hours.'],
      ['', 'Nine to five.'],
      ['', 'Monday to Friday.'],
    ]);
    expect(split('1. Mix the flour\n\n2. Add water')).toEqual([
      ['', 'Mix the flour.'],
      ['', 'Add water.'],
    ]);
    expect(split('# Title\n\nText.\n\n## Empty')).toEqual([
      ['Title', 'Text.'],
      ['Title', 'Empty.'],
    ]);
  });

  it('takes a question above its answer for a heading, bold or not', () => {
    const answered = ['Is there a lift?', 'Yes.', 'It is in the hall.'];
    expect(split('Is there a lift?\nYes. It is in the hall.')).toEqual([answered]);
    expect(split('**Is there a lift?**\nYes. It is in the hall.')).toEqual([answered]);
  });

  it('keeps a list with the line that announces it', () => {
    expect(split('We lend:\n\n- books\n- games')).toEqual([['', 'We lend:', 'books.', 'games.']]);
  });

  it('cuts long paragraphs between sentences and endless sentences between words', () => {
    const sentence = 'This is a sentence of some forty letters. ';
    const long = splitPassages({ id: 'a', text: sentence.repeat(60).trim() });
    expect(long.length).toBeGreaterThan(2);
    expect(long.flatMap(({ sentences }) => sentences)).toHaveLength(60);
    const [endless] = splitPassages({ id: 'a', text: 'word '.repeat(200) });
    expect(endless?.sentences.every(({ length }) => length <= 401)).toBe(true);
  });

  it.each(['', '\n \n', '# \n\n## '])('finds nothing in %j', (text) => {
    expect(split(text)).toEqual([]);
  });

  it('is written with its headings', () => {
    expect(passageText({ title: 'Hours', sentences: ['Open.', 'Shut.'] })).toBe(
      'Hours: Open. Shut.',
    );
    expect(passageText({ title: '', sentences: ['Open.'] })).toBe('Open.');
  });
});
