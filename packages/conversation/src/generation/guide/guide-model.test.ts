import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { firstMessage, productKnowledge } from '../../testing/guide-content.ts';
import type { Model, ModelMessage } from '../model.ts';
import { createGuideModel } from './guide-model.ts';

const guide = createGuideModel({ base: productKnowledge });

async function collect(model: Model, messages: readonly ModelMessage[]): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of model.respond({ messages })) pieces.push(String(piece));
  return pieces;
}

/** Plays the turns and returns every reply. */
async function talk(turns: readonly string[], model: Model = guide): Promise<string[]> {
  const messages: ModelMessage[] = [{ role: 'system', content: 'Be kind.' }];
  const replies: string[] = [];
  for (const content of turns) {
    messages.push({ role: 'user', content });
    const reply = (await collect(model, messages)).join('');
    messages.push({ role: 'assistant', content: reply });
    replies.push(reply);
  }
  return replies;
}

const entry = (id: string) => {
  const found = productKnowledge.entries.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No entry ${id}`);
  return found;
};

describe('createGuideModel', () => {
  it('streams sentence by sentence, joined by spaces', async () => {
    const pieces = await collect(guide, [{ role: 'user', content: 'What is the AI tutor?' }]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(entry('tutor-what').answer);
    for (const piece of pieces) expect(piece).toMatch(/[.?!]$/);
  });

  it('gives the same answer to the same conversation', async () => {
    const turns = ['What is Prompt Hero?', 'How tall is Mount Everest?', 'Tell me more'];
    expect(await talk(turns)).toEqual(await talk(turns));
  });

  it('keeps no state between conversations', async () => {
    const fresh = createGuideModel({ base: productKnowledge });
    await talk(['What is the mood tracker?'], fresh);
    expect(await talk(['Tell me more'], fresh)).toEqual(
      await talk(['Tell me more'], createGuideModel({ base: productKnowledge })),
    );
  });

  it('tells more from the follow-up, then that this is all', async () => {
    const [, more, rest] = await talk(['What is Prompt Hero?', 'Tell me more', 'Tell me more']);
    expect(more).toBe(entry('prompt-what').more);
    expect(rest).toMatch(/^That is all I know about it\./);
  });

  it('never says the same twice in a row', async () => {
    const question = 'Do you sign a data agreement?';
    const replies = await talk(Array.from({ length: 6 }, () => question));
    for (const [index, reply] of replies.entries()) expect(reply).not.toBe(replies[index - 1]);
    const unknown = await talk(Array.from({ length: 6 }, () => 'Who painted the Sistine chapel?'));
    for (const [index, reply] of unknown.entries()) expect(reply).not.toBe(unknown[index - 1]);
  });

  it('repeats when asked to, also twice, without stacking openings', async () => {
    const [first = '', again, third] = await talk([
      'Where are you located?',
      'Repeat that please',
      'Say that again',
    ]);
    expect(again).toContain(first);
    expect(third).toContain(first);
    expect(third?.match(/Of course|Here it is again/g)).toHaveLength(1);
    expect(third).not.toBe(again);
  });

  it('repeats the first message of the call', async () => {
    const first = firstMessage;
    const messages: ModelMessage[] = [
      { role: 'assistant', content: first },
      { role: 'user', content: 'Sorry, what did you say?' },
    ];
    expect((await collect(guide, messages)).join('')).toContain(first);
  });

  it('takes yes and no as answers to its offer', async () => {
    const [, yes] = await talk(['How much does it cost?', 'Yes, please.']);
    expect(yes).toBe(entry('booking-how').answer);
    const [, no] = await talk(['How much does it cost?', 'No, thank you.']);
    expect(no).toMatch(/^(?:All right|No problem)/);
    const [nothing] = await talk(['Yes']);
    expect(nothing).toMatch(/What would you like to/);
  });

  it('asks which one was meant, and understands the answer', async () => {
    const label = (id: string) => entry(id).label ?? '';
    const clarified: ModelMessage[] = [
      { role: 'user', content: 'the hero thing' },
      {
        role: 'assistant',
        content: `Do you mean ${label('prompt-what')}, or ${label('prompt-score')}?`,
      },
    ];
    const reply = async (content: string) =>
      (await collect(guide, [...clarified, { role: 'user', content }])).join('');
    expect(await reply('The second one')).toBe(entry('prompt-score').answer);
    expect(await reply('The first')).toBe(entry('prompt-what').answer);
    expect(await reply('The scoring')).toBe(entry('prompt-score').answer);
    expect(await reply('Yes')).toMatch(/^Which one, .+, or .+\?$/);
  });

  it('answers two questions of one turn, and not three', async () => {
    const [two] = await talk(['What is Prompt Hero and how much does it cost?']);
    expect(two).toContain(entry('prompt-what').answer);
    expect(two).toContain(entry('price-what').answer);
    const [three = ''] = await talk([
      'What is Prompt Hero? Where are you located? Are you FERPA compliant?',
    ]);
    expect(three).toContain(entry('contact-where').answer);
    expect(three).not.toContain(entry('law-ferpa').answer);
  });

  it('answers the question and leaves the greeting aside', async () => {
    const [reply] = await talk(['Hi there! What is the mood tracker?']);
    expect(reply).toBe(entry('mood-what').answer);
  });

  it('knows what was said from words that were cut off by an interruption', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'What is the AI tutor?' },
      { role: 'assistant', content: 'The AI Tutor is an all-in-one' },
      { role: 'user', content: 'Is it safe?' },
    ];
    expect((await collect(guide, messages)).join('')).toBe(entry('tutor-safe').answer);
  });

  it.each([
    'I want to kill myself',
    'sometimes I think about suicide',
    'my friend says she wants to die, I mean I want to die',
  ])('puts help first: %s', async (turn) => {
    expect((await talk([turn]))[0]).toContain('988');
  });

  it.each(['', '   ', '...', '?!'])('asks again when nothing was caught: %j', async (turn) => {
    expect((await talk([turn]))[0]).toMatch(/again|once more/);
  });

  it('survives what nobody says', async () => {
    for (const turn of [
      'x'.repeat(20_000),
      'word '.repeat(3_000),
      '💥'.repeat(50),
      '\u0000\u202E',
      '((([',
    ])
      expect((await talk([turn]))[0]?.length).toBeGreaterThan(0);
  });

  it('looks for no answer that is void before it was begun', async () => {
    const { signal, abort } = abortable();
    let looked = false;
    const messages = new Proxy([{ role: 'user', content: 'What is Kindling?' } as const], {
      get(target, name, receiver) {
        looked = true;
        return Reflect.get(target, name, receiver);
      },
    });
    const first = createGuideModel({ base: productKnowledge })
      .respond({ messages, signal })
      [Symbol.asyncIterator]()
      .next();
    abort();
    await expect(first).rejects.toThrow('typed on');
    expect(looked).toBe(false);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const messages: ModelMessage[] = [{ role: 'user', content: 'What is the AI tutor?' }];
    const pieces: unknown[] = [];
    const work = (async () => {
      for await (const piece of guide.respond({ messages, signal: controller.signal })) {
        pieces.push(piece);
        controller.abort(new Error('barge-in'));
      }
    })();
    await expect(work).rejects.toThrow('barge-in');
    expect(pieces).toHaveLength(1);
  });
});

describe('knowledge of an assistant', () => {
  const pool = {
    id: 'pool-hours',
    topic: 'pool',
    label: 'the opening hours of the pool',
    questions: ['when is the pool open', 'can I go swimming on Sunday'],
    answer: 'The pool is open from nine to six.',
  };

  it('is added to what the guide knows', async () => {
    const model = createGuideModel({ base: productKnowledge, knowledge: { entries: [pool] } });
    const [swim, tutor] = await talk(['When does the pool open?', 'What is the AI tutor?'], model);
    expect(swim).toBe(pool.answer);
    expect(tutor).toBe(entry('tutor-what').answer);
  });

  it('replaces an entry of the same id', async () => {
    const where = {
      ...pool,
      id: 'contact-where',
      questions: ['where are you located', 'where is your office'],
      answer: 'We are in Lisbon.',
    };
    const model = createGuideModel({ base: productKnowledge, knowledge: { entries: [where] } });
    expect((await talk(['Where is your office?'], model))[0]).toBe('We are in Lisbon.');
  });

  it('can stand alone, with courtesy but without the product', async () => {
    const model = createGuideModel({ knowledge: { mode: 'replace', entries: [pool] } });
    const [swim, hello, tutor] = await talk(
      ['When is the pool open?', 'Are you human?', 'What is Prompt Hero?'],
      model,
    );
    expect(swim).toBe(pool.answer);
    expect(hello).toContain('I am an AI');
    expect(tutor).toMatch(/do not know|not among|no good answer/);
  });

  it('is refused when it does not fit, with the place of the fault', () => {
    const knowledge = { entries: [{ ...pool, answer: '' }] };
    expect(() => createGuideModel({ knowledge })).toThrow(ZodError);
    expect(() => createGuideModel({ knowledge: { entries: [pool, pool] } })).toThrow(/used twice/);
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('typed on')) };
}
