import { describe, expect, it } from 'vitest';
import { readPlace } from './at-school.ts';

describe('where something is done', () => {
  it('is at school where those who learn or their tools are named', () => {
    for (const turn of [
      'who can read what my son types to the tutor',
      'where is the pupil data kept',
      'what happens to the moods',
      'I was not asking about this call, I meant the tutor',
      "that's this call again, isn't it? I mean my child's records",
    ])
      expect(readPlace(turn), turn).toBe('school');
  });

  it('is the call where that is named, whoever else is', () => {
    for (const turn of [
      'is this call recorded',
      'do you keep what I say',
      'can my son hear me when I am talking to you',
      'are you listening to me all the time, like after I hang up',
    ])
      expect(readPlace(turn), turn).toBe('call');
  });

  it('is not told by the rest', () => {
    for (const turn of ['what does it cost', 'how long is it kept', 'call me back'])
      expect(readPlace(turn), turn).toBeNull();
  });
});
