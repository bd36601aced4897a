import { expect, it } from 'vitest';
import { asksWhichScene, readScene } from './scene.ts';

it.each([
  ['school', 'who can read what my son types to the tutor'],
  ['school', 'where is the pupil data kept'],
  ['school', 'what happens to the moods'],
  ['school', 'I was not asking about this call, I meant the tutor'],
  ['school', "that's this call again, isn't it? I mean my child's records"],
  ['call', 'is this call recorded'],
  ['call', 'do you keep what I say'],
  ['call', 'can my son hear me when I am talking to you'],
  ['call', 'are you listening to me all the time, like after I hang up'],
  ['call', 'my kids are here, are you recording me'],
  ['call', 'is this being recorded'],
  [null, "I am a reporter, I haven't got a child in this"],
  [null, 'what does it cost'],
  [null, 'how long is it kept'],
  [null, 'call me back'],
])('the scene is %s: “%s”', (scene, turn) => {
  expect(readScene(turn)).toBe(scene);
});

it.each([
  "ninety days, is that this call or is that the kids' stuff as well?",
  'was that about the tutor or only this call',
  'do you mean this conversation or what the students write',
])('which scene was meant is asked by “%s”', (turn) => expect(asksWhichScene(turn)).toBe(true));

it.each([
  'is this call free or does the school pay',
  'is it the tutor or the teacher who decides',
  'does the call go over the internet or the phone',
  'is that the kids or the teachers',
])('which scene was meant is not asked by “%s”', (turn) =>
  expect(asksWhichScene(turn)).toBe(false),
);

it('a hostile turn is read at once', () => {
  expect(asksWhichScene('is that a call or '.repeat(28))).toBe(false);
});
