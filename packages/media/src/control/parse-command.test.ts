import { expect, test } from 'vitest';
import { parseCommand } from '../control/parse-command.ts';

test('a page of the first version is still understood', () => {
  const parse = (command: unknown) => parseCommand(JSON.stringify(command)).command;
  expect(parse({ type: 'subscribe', sessionId: 's', audio: true, video: false })).toEqual({
    type: 'subscribe',
    sessionId: 's',
    tracks: { audio: true, video: false },
  });
  expect(parse({ type: 'update-self', audio: false, userName: 'Ada' })).toEqual({
    type: 'update-self',
    tracks: { audio: false },
    userName: 'Ada',
  });
  expect(parse({ type: 'subscribe', sessionId: 's' })).toMatchObject({ type: 'room-error' });
  expect(parse({ type: 'subscribe', sessionId: 's', tracks: { x: true }, audio: true })).toEqual({
    type: 'subscribe',
    sessionId: 's',
    tracks: { x: true },
  });
  expect(parse(null)).toMatchObject({ type: 'room-error', code: 'invalid_message' });
});
