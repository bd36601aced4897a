import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

describe('what was said before', () => {
  it('is said again where it is named, whatever was asked since', () => {
    const reply = say(
      'how do I report a bug',
      'what does it cost',
      'what was that again about the bug',
    );
    expect(reply.entries.map(({ id }) => id)).toEqual(['contact-complaint']);
    expect(reply.text).toMatch(/^(?:Of course|Here it is again)\. /);
  });

  it('is said again where a list is repeated, or an answer before the last is named', () => {
    const asked = 'what should I ask the school before I say yes';
    const list = say(asked);
    expect(list.entries.map(({ id }) => id)).toEqual(['parents-questions']);
    for (const more of [
      ['who can read it, where is it kept, how long, what was the other one'],
      ['what browsers does it need', 'no, the questions for the school, can you say it again'],
    ])
      expect(say(asked, ...more).text).toContain(list.text);
  });

  it('is the last answer where no other one is named', () => {
    expect(say('what does it cost', 'what browsers does it need', 'say it again').text).toContain(
      'Chrome',
    );
  });

  it('is confirmed where it is read back rightly, and put right where it is not', () => {
    const asked = 'what is your phone number';
    expect(say(asked, 'oh two one two five five five oh one four eight').text).toMatch(/right/);
    expect(say(asked, 'two one two five five five').text).toBe(
      'Right so far. All of it is +1 (212) 555-0148.',
    );
    expect(say(asked, 'two one two five five five oh one four nine, right?').text).toBe(
      'Not quite. It is +1 (212) 555-0148.',
    );
    expect(say('what is your email', 'hello at kindling dot com, is that right').text).toBe(
      'Not quite. It is hello@kindling.example.',
    );
  });

  it('is said by itself to who wants just that', () => {
    const asked = 'how can I contact you';
    expect(say(asked, 'sorry only the number').text).toBe('The number is +1 (212) 555-0148.');
    expect(say(asked, 'okay thanks', 'what was the email again').text).toBe(
      'The address is hello@kindling.example.',
    );
    expect(say('what is your number').text).toMatch(/^Our phone number/);
  });

  it('is no number that the caller gives', () => {
    const own = 'my number is two one two five five five oh one four eight';
    expect(say('what is your phone number', own).text).toMatch(/cannot (?:write|take) /);
    expect(say('I want to kill myself, call me on 212 555 0149').text).toMatch(/988/);
  });
});
