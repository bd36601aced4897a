import { expect, test } from 'vitest';
import { findObjection } from './objection.ts';

test.each([
  ['yeah but schools will use it to save money', 'other'],
  ["they will just cut staff, won't they", 'tag'],
  ["that's what they always say at first isn't it", 'tag'],
  ["they can't read yet though", 'other'],
  ['sounds like the same thing with a logo on it', 'other'],
  ['that sounds like a good plan', null],
  ['okay fine but that helps nobody', 'other'],
  ["yeah I already used the form, that's the problem", 'done'],
  ['I did that already', 'done'],
  ["hmm I'm not convinced, my lecturer says schools will cut staff", 'other'],
  ["that's not very reassuring, I have seen them be wrong", 'other'],
  ['well my union thinks it does', 'other'],
  ['half my staff say it is a fad', 'other'],
  ['easy for you to say', 'other'],
  ["yeah but who's got the time for that", 'tag'],
  ['my teacher says we have to use it', null],
  ['who has the time table', null],
  ['is that not enough', null],
  ['we are on the second floor', null],
  ['but what does it cost', null],
])('%s: %s', (turn, objection) => expect(findObjection(turn)).toBe(objection));
