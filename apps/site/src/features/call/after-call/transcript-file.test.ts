import { expect, it } from 'vitest';
import { transcriptFileName, transcriptText } from './transcript-file.ts';

const endedAt = new Date('2026-11-21T03:30:00Z');
const timeZone = 'America/New_York';
const line = (role: 'user' | 'assistant', content: string) => ({
  id: content,
  role,
  content,
  timestamp: 0,
});

it('holds the date of the reader, the names and every line', () => {
  const text = transcriptText({
    assistantName: 'Ember',
    lines: [line('assistant', 'Hi, I am Ember.'), line('user', 'What is Kindling?')],
    duration: 72_000,
    endedAt,
    timeZone,
  });
  expect(text.replaceAll('\u202f', ' ').split('\n')).toEqual([
    'Call with Ember, the AI agent of Kindling',
    'November 20, 2026 at 10:30:00 PM EST',
    'It lasted 1 minute 12 seconds.',
    '',
    'Ember: Hi, I am Ember.',
    'You: What is Kindling?',
    '',
  ]);
});

it('is named after the day of the reader', () => {
  expect(transcriptFileName({ endedAt, timeZone })).toBe('kindling-call-2026-11-20.txt');
});
