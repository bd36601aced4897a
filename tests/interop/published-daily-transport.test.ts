import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPerson } from '../support/meeting/person.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { privateToken } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { bundlePage } from './bundle-page.ts';
import type { TransportWindow } from './pages/daily-transport-page.ts';

let folder = '';
let kindling: RunningKindling;
let browser: Browser;

beforeAll(async () => {
  folder = await bundlePage('daily-transport-page.ts');
  const tone = Int16Array.from({ length: 48_000 * 30 }, (_, n) => 12_000 * Math.sin(n / 17));
  const microphone = recordMicrophone([{ pcm: { sampleRate: 48_000, samples: tone } }]);
  [kindling, browser] = await Promise.all([
    startKindling({ env: { SITE_DIST: folder } }),
    launchChromium({ microphone }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await kindling?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the published @pipecat-ai/daily-transport talks to a bot in one of our rooms', async () => {
  const answer = await fetch(`${kindling.url}/rooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${privateToken(kindling.dataFolder)}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const { url } = (await answer.json()) as { url: string };
  const bot = await openPerson(await browser.newContext(), kindling.url);
  await bot.evaluate(async (room) => {
    const { call } = window.watching;
    call.on('app-message', ({ data, fromId }) => {
      const { type, id } = data as { type: string; id: string };
      const say = (reply: object) => call.sendAppMessage({ label: 'rtvi-ai', ...reply }, fromId);
      if (type !== 'client-ready') return;
      say({ type: 'bot-ready', id, data: { version: '1.0.0' } });
      say({ type: 'bot-transcription', id: 'a', data: { text: 'Good morning.' } });
      say({ type: 'server-message', id: 'b', data: { lesson: 1 } });
    });
    await call.join({ url: room, userName: 'Bot', videoSource: false });
  }, url);
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(kindling.url);
  await page.evaluate(async (room) => {
    const { client } = window as unknown as TransportWindow;
    await client.connect({ url: room });
  }, url);
  const read = () =>
    page.evaluate(() => {
      const { events, heard } = window as unknown as TransportWindow;
      return { events, ...heard, voice: heard.voice?.readyState };
    });
  await expect
    .poll(read)
    .toMatchObject({ transcripts: ['Good morning.'], messages: [{ lesson: 1 }], voice: 'live' });
  expect((await read()).events).toEqual(
    expect.arrayContaining(['connecting', 'connected', 'bot-connected', 'ready']),
  );
  const person = await page.evaluate(
    () => (window as unknown as TransportWindow).client.tracks().local.audio?.readyState,
  );
  expect(person).toBe('live');
  // Each hears the other's tone.
  await bot.waitForFunction(() => {
    const { call } = window.watching;
    const { local: _, ...others } = call.participants();
    const [other] = Object.values(others);
    return other !== undefined && window.watching.loudness(other.session_id) > 0.02;
  });
  await page.evaluate(() => (window as unknown as TransportWindow).client.disconnect());
  await expect.poll(async () => (await read()).events.at(-1)).toBe('disconnected');
  expect(faults).toEqual([]);
});
