import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';
import * as phrases from './phrases.ts';
import type { Reply } from './reply.ts';

const idsOf = ({ entries }: Reply): string[] => entries.map(({ id }) => id);
const opens = ({ text }: Reply, wordings: readonly string[]) =>
  wordings.some((opening) => text.startsWith(opening));

describe('who wants a yes or a no', () => {
  it('hears that there is neither where it is not known', () => {
    const reply = say('Do you train AI on what students write?', 'so is that a definite no');
    expect(opens(reply, phrases.NEITHER_YES_NOR_NO)).toBe(true);
    expect(idsOf(reply)).toEqual(['privacy-train-students']);
  });

  it('hears the one that was said', () =>
    expect(say('does it guess a mood from the camera', 'so is that a no').text).toMatch(/^No, /));

  it('hears that there is neither where nothing was known', () =>
    expect(say('what color is the sky', 'so is that a yes').text).toMatch(/neither/i));

  it('hears what was said where that was a plain statement', () =>
    expect(opens(say('What is Prompt Hero?', 'so is that a yes?'), phrases.NOT_SO_SHORT)).toBe(
      true,
    ));
});

describe('who takes up that something is not known', () => {
  it('hears that it is so, and who can tell', () => {
    const reply = say('How much energy does it use?', "so you don't know");
    expect(opens(reply, phrases.IGNORANCE_TAKEN_UP)).toBe(true);
    expect(reply.text).toMatch(/by email/);
  });

  it('and minds it hears why', () =>
    expect(
      opens(
        say('How much energy does it use?', "so you don't know", "well don't you think you should"),
        phrases.IGNORANCE_MINDED,
      ),
    ).toBe(true));

  it('is no such turn where something is known', () =>
    expect(
      opens(say('What is Prompt Hero?', "so you don't know"), phrases.IGNORANCE_TAKEN_UP),
    ).toBe(false));
});

describe('who holds something against what was said', () => {
  it('is heard, and not asked what else', () => {
    const reply = say(
      'Will it replace teachers?',
      "yeah but the school will use it to replace teachers won't they",
    );
    expect(opens(reply, phrases.OBJECTED)).toBe(true);
    expect(reply.text).not.toMatch(/\?$| No, /);
  });

  it('is granted the point where nothing is known of it', () =>
    expect(
      opens(say('What is the tutor?', 'yeah but I would miss it'), phrases.NO_ANSWER_TO_THAT),
    ).toBe(true));

  it('is not sent the same way again without a word', () => {
    const reply = say(
      'Nobody replied to my email.',
      'yeah I already used the contact form and nobody replied, that is the problem',
    );
    expect(opens(reply, phrases.ALREADY_DONE)).toBe(true);
    expect(reply.text).toMatch(/please call/);
  });
});

describe('who was not answered', () => {
  it('is asked about what else may have been meant', () => {
    const reply = say('how long do you keep the data of our students', "you're not listening");
    expect(reply.part).toBe('clarify');
    expect(reply.text).toMatch(/sorry.* Did you mean .+\?$/);
    const meant = say(
      'how long do you keep the data of our students',
      "you're not listening",
      'yes',
    );
    expect(idsOf(meant)).toEqual(idsOf(reply));
  });

  it('is not asked about anything else who got what they asked for, little as it was', () => {
    const reply = say('how much for two hundred students', "that's not an answer");
    expect(reply.text).toMatch(/sorry/);
    expect(reply.text).not.toMatch(/Did you mean/);
  });

  it('is asked for it in other words where nothing was answered', () =>
    expect(say('What is the weather today?', 'that is not helpful').text).not.toMatch(
      /Did you mean/,
    ));
});

describe('who names the part that was meant', () => {
  it('is answered the question, of that part', () => {
    const reply = say('what languages does it speak', 'no, I meant the tutor');
    expect(reply.entries[0]?.topic).toBe('tutor');
    expect(idsOf(reply)).not.toContain('tutor-what');
  });

  it('hears that it was about that', () => {
    const reply = say('can I try the tutor here', 'no I meant just the tutor');
    expect(idsOf(reply)).toEqual(['tutor-try']);
    expect(opens(reply, phrases.MEANT_THE_SAME)).toBe(true);
  });

  it('hears of the whole where nothing is known of the part', () =>
    expect(say('how much does it cost', 'the curriculum I mean').entries[0]?.topic).toBe(
      'pricing',
    ));

  it('hears what it is where the question is taken back', () =>
    expect(idsOf(say('how much does it cost', 'no, I asked about the mood tracker'))).toEqual([
      'mood-what',
    ]));
});

describe('what was enumerated', () => {
  it('is chosen in so many words', () =>
    expect(
      idsOf(say('what services do you offer', 'the second one, tell me more about that')),
    ).toEqual(['services-training']));

  it('is chosen by its name', () =>
    expect(idsOf(say('which apps do you have', 'tell me more about the english one'))).toEqual([
      'apps-ela',
    ]));
});

it('what is said again of an answer stands by itself', () =>
  expect(say('does it work at home too', 'and in the holidays').text).not.toMatch(/^Parents/));

it('who asks without a verb is not taken for who tells something', () =>
  expect(say('can teachers see the chats', 'all of them or only flagged ones').text).not.toMatch(
    /What else/,
  ));

it('who tells their age has no name', () =>
  expect(say("um I'm twelve and I am in year seven").text).not.toMatch(/Twelve/));

describe('who asks why', () => {
  it('hears the reason where it is known', () =>
    expect(idsOf(say('can the tutor write my essay', 'why not'))).toEqual(['tutor-why-hints']));

  it('is not asked about something else', () =>
    expect(say('where is your office', 'why').part).not.toBe('clarify'));
});

it('who makes sure that something is not known hears so', () =>
  expect(
    opens(say('How much energy does it use?', 'are you sure about that'), phrases.IGNORANCE_SURE),
  ).toBe(true));

it('a worry is met with what is known of it', () =>
  expect(
    idsOf(say("I'm worried she'll stop thinking for herself with an AI next to her all day")),
  ).not.toEqual([]));
