import { describe, expect, it } from 'vitest';
import { createPassageIndex } from '../../retrieval/passages/passage-index.ts';
import { searchTurn } from '../../retrieval/search-turn.ts';
import { productKnowledge } from '../../testing/guide-content.ts';
import { libraryDocuments } from '../../testing/sample-documents.ts';
import { groundModel } from '../grounded-model.ts';
import type { Model, ModelMessage } from '../model.ts';
import { createGuideModel } from './guide-model.ts';

const index = await createPassageIndex(libraryDocuments);
const ground = (model: Model) =>
  groundModel(
    model,
    { find: async ({ messages }) => ({ say: null, passages: searchTurn(index, messages) }) },
    'passages',
  );
const librarian = ground(createGuideModel({ knowledge: { mode: 'replace', entries: [] } }));

async function talk(turns: readonly string[], model: Model = librarian): Promise<string[]> {
  const messages: ModelMessage[] = [];
  const replies: string[] = [];
  for (const content of turns) {
    messages.push({ role: 'user', content });
    let reply = '';
    for await (const piece of model.respond({ messages })) reply += String(piece);
    messages.push({ role: 'assistant', content: reply });
    replies.push(reply);
  }
  return replies;
}

const UNKNOWN = /do not know that|not among the facts|no good answer/;

describe('a guide with files', () => {
  it.each([
    ['When are you open?', 'The library is open Monday to Friday from nine to six.'],
    ['How many books can I borrow?', 'Members may borrow up to ten books for three weeks.'],
    ['What does it cost when they are late?', 'Late books cost 20 cents a day, up to five euros.'],
    ['Do I need a card?', 'A card is free for children'],
    ['Is printing possible?', 'You can print on the first floor for 10 cents a page.'],
    ['Who is the head librarian?', 'Anna Bell'],
    ['When is story time?', 'every Wednesday at four'],
  ])('answers %j in the words of the file', async (question, expected) => {
    const [reply = ''] = await talk([question]);
    expect(reply).toContain(expected);
    const written = libraryDocuments.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');
    for (const sentence of reply.split(/(?<=[.?!])\s+/)) expect(written).toContain(sentence);
  });

  it.each(['Who won the world cup?', 'What is the capital of France?', 'What is Kindling?'])(
    'does not make up an answer to %j',
    async (question) => {
      expect((await talk([question]))[0]).toMatch(UNKNOWN);
    },
  );

  it('keeps its manners', async () => {
    const [hello, how, thanks] = await talk(['Hello', 'How are you?', 'Thank you!']);
    expect(hello).toMatch(/^Hello/);
    expect(how).toContain('I am an AI');
    expect(thanks).toContain('You are welcome');
  });

  it('follows what is talked about', async () => {
    const [, sunday] = await talk(['When are you open?', 'And on Sunday?']);
    expect(sunday).toContain('closed on Sundays');
    const [, price] = await talk(['Do I need a card?', 'How much is it?']);
    expect(price).toContain('twelve euros');
  });

  it('asks about a word of the files that was misheard', async () => {
    const [asked, answer] = await talk(['How long are bored games?', 'Yes']);
    expect(asked).toMatch(/board games\?$/);
    expect(answer).toBe('Board games stay in the library.');
  });

  it('repeats, and goes on where it stopped', async () => {
    const [first = '', again] = await talk(['Is there parking?', 'Can you repeat that?']);
    expect(again).toContain(first);
    const [, more] = await talk(['Is there parking?', 'Tell me more']);
    expect(more).toBe('That is all I know about it.');
    const [question, answer] = ['Is there parking?', 'There are forty places behind the building.'];
    const messages: ModelMessage[] = [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
      { role: 'user', content: 'Tell me more' },
    ];
    let rest = '';
    for await (const piece of librarian.respond({ messages })) rest += String(piece);
    expect(rest).toBe('Two of them are for disabled visitors.');
  });

  it('knows both when its files are added to the product', async () => {
    const both = ground(createGuideModel({ base: productKnowledge }));
    const [hours, tutor] = await talk(['When is the library open?', 'What is the AI tutor?'], both);
    expect(hours).toContain('nine to six');
    expect(tutor).toContain('AI Tutor');
  });
});
