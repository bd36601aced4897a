import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import type { readBeforeJoin as ReadBeforeJoin } from './daily-before-join-page.ts';
import { serveBundles } from './serve-bundles.ts';

declare const readBeforeJoin: typeof ReadBeforeJoin;

let browser: Browser;
let served: Awaited<ReturnType<typeof serveBundles>>;

beforeAll(async () => {
  [served, browser] = await Promise.all([serveBundles('daily-before-join-page'), launchChromium()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  served?.close();
});

it('a call that was not joined answers as the published 0.80.0 does', async () => {
  const page = await browser.newPage();
  // The published library would load its larger half from elsewhere: not for this.
  await page.route(
    (url) => url.origin !== served.origin,
    (route) => route.abort(),
  );
  await page.goto(served.origin);
  await page.waitForFunction(() => 'readBeforeJoin' in globalThis);
  const { published, ours } = await page.evaluate(() => readBeforeJoin());
  expect(ours).toMatchObject(published);
  // The list is empty, even of the local participant: `local` appears with the first device, or on join.
  expect(ours.participants).toEqual({});
  expect(ours.cpuLoad).toEqual({ stats: {} });
});
