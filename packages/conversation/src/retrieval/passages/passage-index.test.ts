import { describe, expect, it } from 'vitest';
import { libraryDocuments } from '../../testing/sample-documents.ts';
import { searchTurn } from '../search-turn.ts';
import { createPassageIndex, indexPassages } from './passage-index.ts';

const index = await createPassageIndex(libraryDocuments);
const best = (query: string) => index.search(query)[0]?.sentences.join(' ') ?? null;

describe('createPassageIndex', () => {
  it.each([
    ['when is it open', /nine to six/],
    ['how many books may I borrow', /ten books/],
    ['do I have to bring a photo', /photo ID/],
    ['who is responsible for childrens programmes', /Tom Reed/],
    ['head librarian phone', /Anna Bell/],
    ['printing', /first floor/],
    ['stroy time wensday', /Wednesday/],
  ])('finds what answers %j', (query, expected) => {
    expect(best(query)).toMatch(expected);
  });

  it('says how much of the question a passage speaks of', () => {
    const [known] = index.search('opening hours of the library');
    const [half] = index.search('opening hours of the zeppelin');
    expect(known?.similarity).toBe(1);
    expect(half?.similarity).toBeGreaterThan(0.3);
    expect(half?.similarity).toBeLessThan(0.8);
  });

  it('says which sentence answers, and how sure it is', () => {
    const [known] = index.search('When does it close on Saturdays?');
    expect(known?.likely.indexOf(Math.max(...known.likely))).toBe(1);
    expect(Math.max(...(known?.likely ?? []))).toBeGreaterThan(0.6);
    const [doubtful] = index.search('Who paints the books?');
    expect(Math.max(...(doubtful?.likely ?? [0]))).toBeLessThan(0.5);
  });

  it('judges passages that another search found', () => {
    const passages = [
      { documentId: null, title: '', sentences: ['Whales are large.'] },
      { documentId: null, title: 'Hours', sentences: ['We open at nine.'] },
    ];
    const [best] = indexPassages(passages).search('When do you open?');
    expect(best?.sentences).toEqual(['We open at nine.']);
  });

  it('finds nothing for what nobody wrote, for stop words and for silence', () => {
    for (const query of ['volcano eruption', 'what is the', '', '?!']) {
      expect(index.search(query)).toEqual([]);
    }
  });

  it('keeps to a limit and a threshold', () => {
    expect(index.search('library', { limit: 2 })).toHaveLength(2);
    const sure = index.search('opening hours of the zeppelin', { threshold: 0.9 });
    expect(sure).toEqual([]);
  });

  it('weighs a rare word more than one that is everywhere', async () => {
    const common = Array.from({ length: 20 }, (_, number) => ({
      id: `n${number}`,
      text: `The museum has a room with number ${number} and a window.`,
    }));
    const rare = { id: 'rare', text: 'The museum has a dinosaur.' };
    const museum = await createPassageIndex([...common, rare]);
    expect(museum.search('museum room dinosaur')[0]?.documentId).toBe('rare');
  });

  it('reads other scripts', async () => {
    const world = await createPassageIndex([
      { id: 'ja', text: '図書館は日曜日に休みです。' },
      { id: 'ru', text: 'Библиотека закрыта в воскресенье.' },
      { id: 'de', text: 'Die Bücherei ist sonntags geschlossen.' },
    ]);
    expect(world.search('日曜日')[0]?.documentId).toBe('ja');
    expect(world.search('библиотека воскресенье')[0]?.documentId).toBe('ru');
    expect(world.search('wann ist die bucherei geschlossen')[0]?.documentId).toBe('de');
  });

  it('is the same however often it is asked', () => {
    expect(index.search('late books')).toEqual(index.search('late books'));
  });

  it('lets others have their turn while it reads, and stops when asked to', async () => {
    const text = Array.from({ length: 400 }, (_, line) => `Line ${line} speaks of matter ${line}.`);
    let turns = 0;
    const tick = () => {
      turns += 1;
      if (turns < 1_000) handle = setImmediate(tick);
    };
    let handle = setImmediate(tick);
    await createPassageIndex([{ id: 'long', text: text.join('\n\n') }]);
    clearImmediate(handle);
    expect(turns).toBeGreaterThan(10);
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(createPassageIndex(libraryDocuments, aborted)).rejects.toThrow('enough');
  });
});

describe('searchTurn', () => {
  const user = (content: string) => ({ role: 'user' as const, content });
  const assistant = (content: string) => ({ role: 'assistant' as const, content });
  const find = (...turns: string[]) =>
    searchTurn(
      index,
      turns.flatMap((turn) => [user(turn), assistant('Well.')]).slice(0, -1),
    )[0]?.sentences.join(' ');

  it('carries on from the question before', () => {
    expect(find('How many books can I borrow?', 'For how long?')).toMatch(/three weeks/);
    expect(find('Do I need a card?', 'How much is it?')).toMatch(/twelve euros/);
  });

  it('leaves it for a new one', () => {
    expect(find('How many books can I borrow?', 'Parking?')).toMatch(/forty places/);
  });
});
