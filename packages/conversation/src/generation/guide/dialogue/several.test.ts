import { describe, expect, it } from 'vitest';
import { knowledgeSchema } from '../../../retrieval/entries/knowledge-schema.ts';
import { say } from '../../../testing/product-guide.ts';
import { strengthOf } from './understand-several.ts';

const idsOf = (turn: string) => say(turn).entries.map(({ id }) => id);

describe('a short question behind who asks it', () => {
  it('is read with that', () => {
    expect(idsOf("I'm a student can I use this by myself")).toEqual(['product-families']);
    expect(idsOf('I work with autistic children would it be suitable')).toContain('tutor-needs');
  });
});

describe('several questions in one breath', () => {
  it('are answered one after another, three at most', () =>
    expect(
      idsOf(
        'good morning I run the office here and I have three things to ask, how much does it cost, does it run on chromebooks, and how do I book a demo',
      ),
    ).toEqual(['price-what', 'access-device', 'booking-how']));

  it('are answered as far as they can be, and the rest is not passed over', () => {
    const reply = say(
      'hi I look after IT for some schools up north, can it run on our own server in the cellar and what is the boiling point of mercury please',
    );
    expect(reply.entries.map(({ id }) => id)).toEqual(['platform-host']);
    expect(reply.text).toMatch(/by itself/);
  });

  it('are answered where one is about the guide itself', () =>
    expect(
      idsOf(
        'ha okay so who made you then, and can I turn off the microphone while I talk to somebody',
      ),
    ).toContain('self-made'));

  it('are not passed over though they have one word of their own', () => {
    const { entries, text } = say(
      'hello I look after the accounts of a small school by the sea, how do I book a demo and do we keep the umbrella',
    );
    expect(entries.map(({ id }) => id)).toEqual(['booking-how']);
    expect(text).toMatch(/by itself/);
  });

  it('are one where the second only asks the first again', () => {
    const { text } = say(
      'thank you then how can I bring it to the attention of our principal what should I tell her',
    );
    expect(text).not.toMatch(/by itself/);
  });

  it('are answered by themselves, whatever leads up to them', () =>
    expect(
      idsOf(
        'so we are a small school by the sea and I would like to know what is Prompt Hero, and which grades is it for',
      ),
    ).toEqual(['prompt-what', 'product-grades']));

  it('are both answered where the second is an “or”', () => {
    expect(
      idsOf(
        'hello I look after the office here and it is all new to us, how much does it cost, or can you tell me how I book a demo',
      ),
    ).toEqual(['price-what', 'booking-how']);
    expect(
      idsOf(
        'hello I look after the office here and it is all new to us, is it free, or do we have to pay something for it',
      ),
    ).toHaveLength(1);
  });

  it('are answered without a question between the answers', () => {
    const { text } = say(
      'good morning I run the office here and I have two things to ask, how much does it cost, and does it run on chromebooks',
    );
    expect(text).toContain('There is no price list');
    expect(text).not.toContain('?');
  });
});

describe('one question in several parts', () => {
  it.each([
    [
      "right, so if a kid says they're feeling really awful, does it, like, alert somebody? Me, for instance?",
      ['mood-after'],
    ],
    [
      'mhm, and what about parents, do they have to agree before a student uses the mood tracker?',
      ['parents-talk'],
    ],
    [
      "I'm the IT technician at a school and I've been told to put this on our server, so what does it need, what kind of box are we talking about?",
      ['platform-hardware'],
    ],
  ])('has one answer: %s', (turn, ids) =>
    expect(say('what is the mood tracker', turn).entries.map(({ id }) => id)).toEqual(ids),
  );
});

describe('a question of several', () => {
  it.each([
    [
      "where is the children's data stored, and how long do you keep that stuff for, because everyone at our school is asking",
      ['privacy-location', 'privacy-students-kept'],
    ],
    [
      'Do you train teachers who are complete beginners and how long does the training take, because I have barely used it myself',
      ['services-educators', 'services-training-time'],
    ],
    [
      "There's a lot of worry in our staff room, people think this is the first step to getting rid of them, so does the AI tutor replace teachers?",
      ['tutor-replace'],
    ],
    [
      "I run the homework club, about twenty kids on old Chromebooks and the wifi's terrible. What do the computers need to be able to run it?",
      ['access-device'],
    ],
  ])('is weighed with what was said beside it: %s', (turn, ids) =>
    expect(idsOf(turn)).toEqual(ids),
  );
});

describe('a question behind who asks it', () => {
  it.each([
    ['I teach math. What does it cost?', 'price-what'],
    ['We are a district with nine schools. What is the mood tracker?', 'mood-what'],
    ["I'm a school counselor. Does it run on Chromebooks?", 'access-device'],
  ])('is answered, and not what they are: %s', (turn, id) => expect(idsOf(turn)).toEqual([id]));

  it('is read with it where it points back', () => {
    expect(
      idsOf("I'm a counselor and I'm interested in the mood piece, how does that work"),
    ).toContain('mood-what');
    expect(idsOf('I teach math. Can it help with that?')).toEqual(['apps-math']);
    expect(
      idsOf(
        'at our school they fill in the mood tracker every single morning before class, does he have to do it',
      ),
    ).toEqual(['mood-choice']);
  });
});

describe('a question in a long turn that points back to what was said before the turn', () => {
  it('is not taken for one of another subject', () => {
    const { entries } = say(
      'how do I book a demo',
      'okay, and how long does it take, because I have not got much time these days',
    );
    expect(entries.map(({ id }) => id)).toContain('booking-length');
  });

  it('is its own where the turn names what it points to', () => {
    const { entries } = say(
      'how do I book a demo',
      'okay, now there is this score in Prompt Hero, and who gives it, a person or a machine',
    );
    expect(entries.map(({ id }) => id)).toEqual(['prompt-scorer']);
  });
});

describe('how likely an answer is', () => {
  const { entries } = knowledgeSchema.parse({
    entries: [
      { id: 'rent', topic: 'boats' },
      { id: 'sails', topic: 'boats' },
      { id: 'rain', topic: 'weather' },
    ].map((entry) => ({ questions: ['one', 'two'], answer: `This is ${entry.id}.`, ...entry })),
  });
  const strengthAmong = (...shares: number[]) =>
    strengthOf(
      shares.flatMap((share, index) => {
        const entry = entries[index];
        const rest = { score: 0, filled: false, isMeant: true, context: null };
        return entry === undefined ? [] : [{ entry, share, ...rest }];
      }),
      0.4,
    );

  it('is enough for one of several where facts of its topic are likely together', () => {
    expect(strengthAmong(0.35, 0.3, 0.1)).toBe(0.4);
    expect(strengthAmong(0.5, 0.3)).toBe(0.5);
  });

  it('is what it is where they are of other topics, or all are unlikely', () => {
    expect(strengthAmong(0.35, 0.1, 0.3)).toBe(0.35);
    expect(strengthAmong(0.2, 0.2, 0)).toBe(0.2);
    expect(strengthAmong()).toBe(0);
  });
});
