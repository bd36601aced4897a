import { expect, it } from 'vitest';
import { readCourtesy } from './courtesy.ts';

it.each([
  ['lovely thank you thats all i needed', 'parting'],
  ['um no thanks not right now i have to get back to my class', 'parting'],
  ['hm okay forget it thanks have a nice weekend', 'parting'],
  ['okay so the school then thank you that was what i needed', 'thanks'],
  ['no thanks no demo i just think it is sad', 'refusal'],
  ['oh ok fair enough you sound quite real actually', 'praise'],
  ['thats really not helpful you know', 'complaint'],
  ["you're not really listening, are you?", 'complaint'],
  ['my daughter is thirteen and school is just a nightmare', 'trouble'],
  ['we spoke last week on the phone about that', 'statement'],
  ['just calling to say thank you', 'thanks'],
  ['that is absolute rubbish', 'complaint'],
  ['you are talking rubbish', 'complaint'],
  ['my son is struggling so much', 'trouble'],
  ["I'm worried about my son", 'trouble'],
  ["easy for you to say, they've cut two of us already this year", 'trouble'],
  ['so nobody gets told, that makes me more worried but thanks for being honest', 'trouble'],
  ["alright that'll do me thanks a lot", 'parting'],
  ["hm well I'm still not convinced but thanks for putting up with me", 'parting'],
  ["That's what they said too.", 'disbelief'],
  ["that's just brochure talk isn't it", 'complaint'],
  ["well that's not very helpful is it", 'complaint'],
  ["ha okay well sorry for yelling I guess it's just they could've asked you know", 'apology'],
  ["ugh it's always the school and the principal doesn't even answer my emails", 'trouble'],
  ['my wife used to help him with his sums, she passed away in spring', 'grief'],
  ["I know you're a machine, I was complaining that you repeat yourself", 'complaint'],
  ["oh I like the sound of the score, they're dead competitive my lot", 'statement'],
])('“%s”: %s', (turn, courtesy) => {
  expect(readCourtesy(turn)?.courtesy).toBe(courtesy);
});

it.each([
  "if I tell the mood tracker I'm sad who finds out",
  'thanks, and what does it cost?',
  'thank you so who can see it',
  'cool I will email you what is the address',
  'good night mode, do you have that',
  'i have to go through a proxy is that a problem',
  'the cost',
  'yes',
  'i want to complain about nothing, just tell me the price',
  'kindly tell me the email once',
])('asks, or is too short to tell: “%s”', (turn) => {
  expect(readCourtesy(turn)).toBeNull();
});

it.each([
  ['and if it tells her rubbish', 'complaint'],
  ['lovely and the ones who struggle with reading', 'trouble'],
  ["she's mostly worried about cheating", 'trouble'],
  ['suppose i say no thank you to all of that', 'thanks'],
])('of somebody else: “%s” is no %s', (turn, courtesy) => {
  expect(readCourtesy(turn)?.courtesy).not.toBe(courtesy);
});

it('keeps what was said beside it', () => {
  expect(readCourtesy('hm just the school again i guess. thanks')).toMatchObject({
    courtesy: 'thanks',
  });
});
