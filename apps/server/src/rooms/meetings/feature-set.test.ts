import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createObservedRoom } from '../tracks/testing/observed-room.ts';
import { createFeatureSet } from './feature-set.ts';

test('request-while-closing: nothing begins in a meeting that waits for a slow feature', async () => {
  const { room, join } = createObservedRoom();
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  const meeting = {
    room,
    meetingId: 'meeting',
    orgId: 'org',
    config: {},
    clock: createManualClock(),
    log: pino({ level: 'silent' }),
  };
  const features = createFeatureSet(meeting, [
    { handlers: {}, close: () => written },
    { handlers: { 'start-transcription': ({ member }) => started.push(member.sessionId) } },
  ]);
  join({ sessionId: 'ada' });
  const ask = () =>
    features.handleRequest({ sessionId: 'ada', method: 'start-transcription', params: {} });
  await ask();
  const closed = features.close();
  await expect(ask()).rejects.toMatchObject({ code: 'room_ended' });
  expect(started).toEqual(['ada']);
  resolve();
  await closed;
});
