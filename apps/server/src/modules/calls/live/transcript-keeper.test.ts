import type { CallMessage } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import { expect, it } from 'vitest';
import { createTranscriptKeeper } from './transcript-keeper.ts';

const final = (
  role: 'user' | 'assistant',
  transcript: string,
  utteranceId: string,
): ServerMessage => ({
  type: 'transcript',
  transcriptType: 'final',
  role,
  transcript,
  utteranceId,
});

const said = (messages: readonly CallMessage[]) => messages.map(({ message }) => message);

it('takes back what was withdrawn, and writes a turn that went on in its place', () => {
  const keeper = createTranscriptKeeper({ now: () => 5_000 });
  keeper.handle(final('user', 'what does', 'user-1'));
  keeper.handle(final('assistant', 'It', 'assistant-1-1'));
  expect(keeper.handle(final('assistant', '', 'assistant-1-1'))).toEqual({
    position: 1,
    line: null,
  });
  expect(keeper.handle(final('user', '', 'user-2'))).toBeNull();
  expect(keeper.handle(final('user', 'what does it cost?', 'user-1'))).toMatchObject({
    position: 0,
    line: { message: 'what does it cost?' },
  });
  expect(keeper.handle(final('assistant', 'Ten.', 'assistant-2-2'))).toMatchObject({ position: 2 });
  expect(said(keeper.messages)).toEqual(['what does it cost?', 'Ten.']);
});

it('goes on behind the lines of the process before, and counts from the same start', () => {
  const line = { role: 'bot', message: 'Hello.', time: 1_000, endTime: 1_000 } as const;
  const keeper = createTranscriptKeeper({
    now: () => 9_000,
    resumed: { startedAt: 1_000, lines: [{ position: 3, line: { ...line, secondsFromStart: 0 } }] },
  });
  expect(keeper.handle(final('user', 'hi', 'user-2'))).toMatchObject({
    position: 4,
    line: { secondsFromStart: 8 },
  });
  expect(said(keeper.messages)).toEqual(['Hello.', 'hi']);
});

it('keeps tools beside what was said', () => {
  const keeper = createTranscriptKeeper({ now: () => 2_000 });
  const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  const times = { time: 2_500, endTime: 2_500, secondsFromStart: 0 };
  const asked: CallMessage = { role: 'tool_calls', message: '', toolCalls: [call], ...times };
  expect(keeper.add(asked)).toMatchObject({ position: 0, line: { secondsFromStart: 0.5 } });
  expect(keeper.messages).toHaveLength(1);
});
