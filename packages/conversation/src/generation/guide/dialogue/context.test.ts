import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const idsOf = (...turns: string[]) => say(...turns).entries.map(({ id }) => id);

describe('a turn that says only a part of what it asks', () => {
  it.each([
    ['who founded Kindling', 'since when', 'contact-company'],
    ['which subjects are there', 'no history then', 'tutor-subjects'],
    ['what is your email address', 'how is that spelled', 'contact-how'],
    ['does it work on an iPad', 'and a really old one', 'access-device'],
  ])('%j, and then %j, is about the same', (first, then, id) =>
    expect(idsOf(first, then)).toEqual([id]),
  );

  it('is about what lies near, where its words say so', () =>
    expect(idsOf('what is Prompt Hero', 'who gives the points')).toEqual(['prompt-scorer']));

  it('is told what comes closest, and the rest', () =>
    expect(say('who founded Kindling', 'since when').text).toMatch(
      /^Who founded Kindling, .* I do not know\. The team is in New York\.$/,
    ));

  it('is told when there is no more to say', () =>
    expect(say('can I talk to a person', 'like now').text).toMatch(
      /^(?:More than I said I do not know about that|About that I know no more than I said)\. Call the team at/,
    ));

  it('is about the turn before where that had no answer', () =>
    expect(idsOf('do you have a dog', 'and for kids')).toContain('students-what'));

  it('is told the rest of what is known where that is asked', () =>
    expect(say('what does it cost', 'per student').text).toMatch(/^The quote depends on/));
});

describe('a known question, word for word', () => {
  it('asks the same whatever was said before', () =>
    expect(idsOf('what is prompt hero', "what's a prompt?")).toEqual(['prompt-why']));
});

describe('a reason behind a question', () => {
  it('does not change what is asked', () =>
    expect(
      idsOf('what is the mood tracker', "can I book a demo, 'cause my head wants to see it"),
    ).toEqual(['booking-how']));
});

describe('a turn that changes the subject', () => {
  it.each(['what does it cost', 'where are you located', 'are you a real person'])(
    '%j is understood as if it were the first',
    (turn) => expect(idsOf('who can see a check-in', turn)).toEqual(idsOf(turn)),
  );

  it('is a courtesy, whatever was said before', () =>
    expect(say('who can see a check-in', 'hello').entries.map(({ kind }) => kind)).toEqual([
      'small-talk',
    ]));
});
