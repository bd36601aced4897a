import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const idsOf = ({ entries }: ReturnType<typeof say>) => entries.map(({ id }) => id);

const DOUBTFUL = 'how long is it';
const BETWEEN = ['curriculum-fit', 'booking-length'];

it('is no choice that names more than what was offered', () =>
  expect(idsOf(say(DOUBTFUL, 'and if half of the class has no device'))).not.toContain(
    'curriculum-fit',
  ));

describe('a turn that may mean one of two things', () => {
  it('is asked about, with both in plain words', () => {
    const reply = say(DOUBTFUL);
    expect(reply.part).toBe('clarify');
    expect(reply.text).toContain('fitting it into class time, or what happens in a demo?');
    expect(idsOf(reply)).toEqual(BETWEEN);
  });

  it.each([
    ['the first one', ['curriculum-fit']],
    ['um, I mean the second one', ['booking-length']],
    ['the demo', ['booking-length']],
    ['class time', ['curriculum-fit']],
    ['both', BETWEEN],
    ['both of them please', BETWEEN],
    ['how much does it cost', ['price-what']],
  ])('is settled by %j', (chosen, ids) => expect(idsOf(say(DOUBTFUL, chosen))).toEqual(ids));

  it.each(['neither', 'none of those', 'no'])('is to be put in other words after %j', (turn) => {
    const reply = say(DOUBTFUL, turn);
    expect(reply.entries).toEqual([]);
    expect(reply.text).toMatch(/in other words|another way/);
  });

  it('is never asked about twice in a row', () => {
    for (const turn of [DOUBTFUL, 'what do they see']) {
      expect(say(turn).part).toBe('clarify');
      expect(say(DOUBTFUL, turn).part).not.toBe('clarify');
    }
  });
});

describe('a turn that nothing fits well', () => {
  it('is answered with what it may be about, and with a doubt', () => {
    const reply = say('where do I sign');
    expect(reply.part).toBe('unsure');
    expect(idsOf(reply)).toEqual(['product-start']);
    expect(reply.text).toMatch(/ (?:Is that what|Does that answer|Was that your) [\w ]+\?$/);
  });
});

describe('a turn that leans on the one before', () => {
  it('is read with it', () =>
    expect(idsOf(say('can I talk to a real person', 'like now'))).toEqual(['call-human']));

  it('may be nothing but a name', () => {
    expect(idsOf(say('What do you offer teachers?', 'and for parents?'))).toEqual(['parents-what']);
    expect(idsOf(say('What do you offer teachers?', 'and students'))).toEqual(['students-what']);
  });

  it('means what it puts in the place of something else', () =>
    expect(idsOf(say('What is the AI tutor?', 'not the tutor, the pricing'))).toEqual([
      'price-what',
    ]));
});

describe('a turn that chooses from what was enumerated', () => {
  const SERVICES = 'what services do you have';

  it.each([
    ['um the second one', 'services-training'],
    ['number three', 'services-educators'],
    ['and the last one', 'services-students'],
  ])('says the one in that place: %s', (turn, id) =>
    expect(idsOf(say(SERVICES, turn))).toEqual([id]),
  );

  it('may come back to it later', () =>
    expect(idsOf(say(SERVICES, 'the first', 'and wait what was the fourth one again'))).toEqual([
      'services-students',
    ]));
});

describe('a question behind thanks', () => {
  it('is not passed over, however few words it has', () =>
    expect(
      idsOf(say('can the tutor speak spanish', 'ah okay thank you and how i make the demo')),
    ).not.toContain('talk-thanks'));
});

describe('a turn of several questions', () => {
  it('is told which part has no answer', () => {
    const reply = say('How much does it cost? And who painted the Sistine chapel?');
    expect(idsOf(reply)).toEqual(['price-what']);
    expect(reply.text).toMatch(/by itself/);
  });
});
