import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { privateToken } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { bundlePage } from './bundle-page.ts';

/** What the app of `daily-react-page.tsx` puts on its window. */
interface AppWindow {
  readonly seen: {
    readonly ids: string[];
    readonly local?: string;
    readonly [hook: string]: unknown;
  };
  readonly send: (data: unknown, to?: string) => void;
  readonly daily: {
    leave(): Promise<void>;
    setLocalVideo(on: boolean): void;
    destroy(): Promise<void>;
  };
}

let folder = '';
let kindling: RunningKindling;
let browser: Browser;

beforeAll(async () => {
  folder = await bundlePage('daily-react-page.tsx');
  const microphone = recordMicrophone([{ pause: 60_000 }]);
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

async function createRoom(): Promise<string> {
  const answer = await fetch(`${kindling.url}/rooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${privateToken(kindling.dataFolder)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ properties: { enable_prejoin_ui: false } }),
  });
  return ((await answer.json()) as { url: string }).url;
}

async function openApp(app: string, room: string, name: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // The site's own pages may not use a camera: this page stands for another site, at the same address.
  await page.route(
    ({ origin, pathname }) => origin === kindling.url && pathname === '/',
    (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: readFileSync(join(folder, 'index.html'), 'utf8'),
      }),
  );
  await page.goto(`${kindling.url}/?${new URLSearchParams({ app, room, name })}`);
  return { page, faults, close: () => context.close() };
}

const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as AppWindow).seen).catch(() => undefined);

const plays = (page: Page, name: string) =>
  page.waitForFunction((who) => {
    const video = document.querySelector<HTMLVideoElement>(`[data-tile="${who}"] video`);
    return video !== null && video.videoWidth > 0 && !video.paused;
  }, name);

describe('the published @daily-co/daily-react 0.26', () => {
  it.each(['object', 'provider'])(
    '%s: two people see, hear and write to each other',
    async (app) => {
      const room = await createRoom();
      const ada = await openApp(app, room, 'Ada');
      await plays(ada.page, 'Ada');
      const ben = await openApp(app, room, 'Ben');
      // The options do not mention the camera: it is sent.
      for (const { page } of [ada, ben]) for (const name of ['Ada', 'Ben']) await plays(page, name);
      expect(await seen(ada.page)).toMatchObject({
        ...{ state: 'joined-meeting', topology: 'sfu', failure: null },
        ...{ camState: 'granted', micState: 'granted', counts: { present: 2, hidden: 0 } },
        ...{ isRecording: false, isTranscribing: false, isSharingScreen: false },
      });
      const { ids, local, cameras, microphones, events } = (await seen(ada.page)) ?? { ids: [] };
      expect(ids).toHaveLength(2);
      expect(ids).toContain(local);
      expect(events).toEqual(['joined-meeting', 'participant-joined']);
      expect([cameras, microphones]).not.toContain(0);
      await ada.page.evaluate(() => (window as unknown as AppWindow).send({ text: 'Hello.' }));
      await expect.poll(async () => (await seen(ben.page))?.heard).toEqual([{ text: 'Hello.' }]);
      await ben.page.evaluate(() => (window as unknown as AppWindow).daily.setLocalVideo(false));
      await ada.page.locator('[data-tile="Ben"][data-video="off"]').waitFor({ state: 'attached' });
      await ben.page.evaluate(() => (window as unknown as AppWindow).daily.leave());
      await expect.poll(async () => (await seen(ada.page))?.ids).toEqual([local]);
      await ada.page.evaluate(() => (window as unknown as { unmount(): void }).unmount());
      await expect.poll(() => ada.page.locator('audio, iframe').count()).toBe(0);
      expect([...ada.faults, ...ben.faults]).toEqual([]);
      await Promise.all([ada.close(), ben.close()]);
    },
  );

  it('frame: the hooks follow the call page', async () => {
    const room = await createRoom();
    const ada = await openApp('frame', room, 'Ada');
    await expect.poll(async () => (await seen(ada.page))?.state).toBe('joined-meeting');
    const ben = await openApp('object', room, 'Ben');
    await expect.poll(async () => (await seen(ada.page))?.ids).toHaveLength(2);
    await ada.page.evaluate(() => (window as unknown as AppWindow).send('Hello.'));
    await expect.poll(async () => (await seen(ben.page))?.heard).toEqual(['Hello.']);
    await ada.page.evaluate(() => (window as unknown as AppWindow).daily.leave());
    await expect.poll(async () => (await seen(ada.page))?.state).toBe('left-meeting');
    expect([...ada.faults, ...ben.faults]).toEqual([]);
    await Promise.all([ada.close(), ben.close()]);
  });
});
