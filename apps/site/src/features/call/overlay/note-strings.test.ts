import { expect, it } from 'vitest';
import { describeNote } from './note-strings.ts';

const microphone = { hasMicrophone: true };
const at = 0;

it.each([
  [60, 'One minute left. You can start another call after this one.'],
  [20, '20 seconds left. You can start another call after this one.'],
])('%i seconds left', (seconds, words) => {
  expect(describeNote({ kind: 'time-left', seconds, at }, microphone)).toBe(words);
});

it.each([
  ['Headset', 'Your microphone is now Headset.'],
  ['', 'Your microphone has changed.'],
])('another microphone: %j', (label, words) => {
  expect(describeNote({ kind: 'microphone-changed', label, at }, microphone)).toBe(words);
});

it('says where a page is that was opened, and nothing of one that is not there', () => {
  const wanted = (page: string) => describeNote({ kind: 'open-page', page, at }, microphone);
  expect(wanted('booking')).toMatch(/behind this window. End the call/);
  expect(wanted('other')).toBe('');
});

it('says what is left when a microphone fails', () => {
  const failed = { kind: 'microphone-failed', at } as const;
  expect(describeNote(failed, microphone)).toMatch(/before is still on/);
  expect(describeNote(failed, { hasMicrophone: false })).toMatch(/type your questions/);
  expect(describeNote({ kind: 'microphone-lost', at }, microphone)).toMatch(/type your questions/);
});

it('says that a broken connection is seen to', () => {
  expect(describeNote({ kind: 'interrupted', at }, microphone)).toMatch(/bringing it back/);
});
