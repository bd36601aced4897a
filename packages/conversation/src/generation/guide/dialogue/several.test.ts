import { describe, expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';

const idsOf = (turn: string) => say(turn).entries.map(({ id }) => id);

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
    expect(reply.text).toMatch(/(?:rest|other)/);
  });

  it('are answered by themselves, whatever leads up to them', () =>
    expect(
      idsOf(
        'so we are a small school by the sea and I would like to know what is Prompt Hero, and which grades is it for',
      ),
    ).toEqual(['prompt-what', 'product-grades']));

  it('have an answer where several facts of one topic are likely together', () =>
    expect(
      idsOf(
        "we got this letter home about Kindling and I'd really like to know what gets saved about them and how I'd go about getting it deleted",
      ),
    ).toEqual(['privacy-rights', 'privacy-delete']));

  it('are answered without a question between the answers', () => {
    const { text } = say(
      'good morning I run the office here and I have two things to ask, how much does it cost, and does it run on chromebooks',
    );
    expect(text).toContain('There is no price list');
    expect(text).not.toContain('?');
  });
});
