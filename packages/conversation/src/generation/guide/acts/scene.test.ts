import { expect, it } from 'vitest';
import { readScene } from './scene.ts';

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
  [null, 'what does it cost'],
  [null, 'how long is it kept'],
  [null, 'call me back'],
])('the scene is %s: “%s”', (scene, turn) => {
  expect(readScene(turn)).toBe(scene);
});
