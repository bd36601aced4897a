import { expect, it } from 'vitest';
import { readCorrection } from './correction.ts';

it.each([
  ['no i meant the demo call is that free', 'the demo call is that free'],
  ['No, not this call. The mood thing.', 'The mood thing.'],
  ['no i didnt ask about parents i meant what does a child do', 'what does a child do'],
  ["sorry I didn't ask the price, I asked who else is using it", 'who else is using it'],
  ['haha no i meant kindling in short not me', 'kindling in short'],
  ['no, not English. they speak Polish', 'they speak Polish'],
  ['not a whole district', ''],
  ['not parents i said the school', 'the school'],
  ['no wait not the tutor the other one prompt hero', 'prompt hero'],
  [
    'i said memory not processors do you have a number for it',
    'memory do you have a number for it',
  ],
  ['I said the mood tracker, not the tutor.', 'the mood tracker.'],
  ['I was asking about the AI Tutor, not the voice agent.', 'the AI Tutor'],
  [
    'With respect, the price was not my question. The question is whether we can leave early.',
    'whether we can leave early.',
  ],
  [
    'That has nothing to do with what I asked. Let me rephrase. Who reads the chats?',
    'Who reads the chats?',
  ],
  ["That's this call again, isn't it? I mean my son's essays.", "my son's essays."],
  [
    'you told me that already. What I am asking is, does anyone look at it?',
    'does anyone look at it?',
  ],
  [
    "I'm sorry, but you keep giving me the same sentence. So: where is it stored?",
    'where is it stored?',
  ],
  ["you've told me that already I'm asking does it make mistakes", 'does it make mistakes'],
  [
    'you told me that about the price already, I asked what the teacher training covers',
    'the teacher training covers',
  ],
  [
    'okay you say same thing again I ask different how long they keep this information of her',
    'how long they keep this information of her',
  ],
  ["that's just brochure talk isn't it, I asked you to convince me", 'convince me'],
  ['Sorry, I ask about cheating.', 'cheating.'],
  ['No, I ask you now, is the phone possible?', 'is the phone possible?'],
  ["you didn't answer that. Which subjects does it know?", 'Which subjects does it know?'],
])('“%s” means “%s”', (turn, meant) => {
  expect(readCorrection(turn)).toEqual({ meant });
});

it.each([
  'no',
  'no thank you',
  'i mean is it safe',
  'no idea what that is',
  'not really',
  'is it not dangerous',
  'what do you mean by that',
  'that has nothing to do with us',
  'is that the question',
])('puts nothing right: “%s”', (turn) => {
  expect(readCorrection(turn)).toBeNull();
});

/** Read in exponentially many ways, it would hold up every other call. */
it.each([
  'no not a b ',
  'not the a ',
  'sorry no what ',
  'i did not ask ',
  'that has nothing to do with it, ',
  'you said that. so. what i am asking. ',
])('a hostile turn of “%s” over and over is read at once', (part) => {
  const turn = part.repeat(500 / part.length);
  expect(turn).toContain(readCorrection(turn)?.meant ?? '');
});
