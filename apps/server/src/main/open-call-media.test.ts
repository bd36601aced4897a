import { createSystemClock } from '@kindling/protocol/clock';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createFakeMedia } from '../../testing/rooms/fake-media.ts';
import { createFakeParts } from '../../testing/server/fake-parts.ts';
import { readConfig } from '../platform/config/config.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { openCallMedia } from './open-call-media.ts';

const LIVEKIT = {
  MEDIA_ENGINE: 'livekit',
  LIVEKIT_URL: 'ws://livekit.internal:7880',
  LIVEKIT_API_KEY: 'kindling',
  LIVEKIT_API_SECRET: 'a secret of at least 32 characters',
};
const sound = { sound: true, video: false };
const film = { sound: true, video: true };

async function open(
  env: Record<string, string>,
  check: () => Promise<void> = async () => undefined,
) {
  const embedded = createFakeMedia();
  const livekit = createFakeMedia();
  const livekitMeetings = createFakeMedia();
  let loaded = 0;
  const clock = createSystemClock();
  const resources = new AsyncDisposableStack();
  const media = await openCallMedia(
    {
      config: readConfig(env),
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      resources,
      parts: {
        ...createFakeParts({ clock }),
        async createLivekit({ meetings }) {
          loaded += 1;
          return { engine: meetings === undefined ? livekit : livekitMeetings, check };
        },
      },
    },
    embedded,
  );
  return { media, embedded, livekit, livekitMeetings, resources, loaded: () => loaded };
}

it('is the embedded engine, and LiveKit is not even loaded', async () => {
  const { media, embedded, loaded } = await open({});
  expect(media.engineFor(sound)).toBe(embedded);
  expect([media.health, loaded()]).toEqual([null, 0]);
});

it('is LiveKit where it is configured, but for films', async () => {
  const { media, embedded, livekit, resources } = await open(LIVEKIT);
  expect(media.engineFor(sound)).toBe(livekit);
  expect(media.engineFor(film)).toBe(embedded);
  expect(await media.health?.isUp()).toBe(true);
  for (const engine of [embedded, livekit])
    engine.createRoom({ name: 'r', path: '/room/r', maxParticipants: 1 });
  expect(media.stats().rooms).toBe(2);
  await resources.disposeAsync();
  expect([livekit.closed, embedded.closed]).toEqual([true, false]);
});

it('meetings have an engine of their own over LiveKit, where that is asked for', async () => {
  const before = await open(LIVEKIT);
  expect([before.media.meetings, before.loaded()]).toEqual([before.embedded, 1]);
  const alone = await open({ ...LIVEKIT, MEDIA_ENGINE: 'embedded', MEETING_ENGINE: 'livekit' });
  expect(alone.media.meetings).toBe(alone.livekitMeetings);
  expect(alone.media.engineFor(sound)).toBe(alone.embedded);
  // An outage of LiveKit takes no calls away.
  expect([alone.loaded(), alone.media.health]).toEqual([1, null]);
  expect(await alone.media.livekitHealth?.isUp()).toBe(true);
  const both = await open({ ...LIVEKIT, MEETING_ENGINE: 'livekit' });
  expect([both.media.meetings, both.media.engineFor(sound)]).toEqual([
    both.livekitMeetings,
    both.livekit,
  ]);
  both.livekitMeetings.createRoom({ name: 'r', path: '/room/r', maxParticipants: 9 });
  expect(both.media.stats().rooms).toBe(1);
  await both.resources.disposeAsync();
  expect([both.livekit.closed, both.livekitMeetings.closed]).toEqual([true, true]);
});

it('a LiveKit that is away holds no start up, and is reported', async () => {
  const { media, livekit } = await open(LIVEKIT, async () => {
    throw new Error('ECONNREFUSED');
  });
  expect(media.engineFor(sound)).toBe(livekit);
  expect(await media.health?.isUp()).toBe(false);
});
