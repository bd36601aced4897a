import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });

const opener = (page: Page) => page.getByRole('button', { name: 'Speak with an AI agent' }).first();

async function isBackAtOpener(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Connecting...' }).waitFor({ state: 'hidden' });
  await expect
    .poll(() => opener(page).evaluate((button) => button === document.activeElement))
    .toBe(true);
  expect(await page.locator('.toast').count()).toBe(0);
}

/** Notes in the page that the microphone was asked for, and what was opened. */
function countOpenMicrophones(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(window, { asked: 0, opened: [] });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      (window as unknown as { asked: number }).asked++;
      await (window as { prompt_?: Promise<void> }).prompt_;
      const stream = await ask(constraints);
      (window as unknown as { opened: MediaStreamTrack[] }).opened.push(...stream.getTracks());
      return stream;
    };
  });
}

const timesAsked = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: number }).asked);

const everOpened = (page: Page) =>
  page.evaluate(() => (window as unknown as { opened: unknown[] }).opened.length);

const openMicrophones = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { opened: MediaStreamTrack[] }).opened.filter(
        (track) => track.readyState === 'live',
      ).length,
  );

const WAYS = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  Cancel: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
} as const;

/** Starts a call from its button; the notice comes before the first of a tab only. */
async function begin(page: Page): Promise<void> {
  const isAccepted = await page.evaluate(() => 'kindling.call-notice' in sessionStorage);
  await opener(page).click();
  if (!isAccepted) await page.getByRole('button', { name: 'Start call' }).click();
}

async function cancelAtPrompt(page: Page, cancel: (page: Page) => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(window, { prompt_: promise, grant: resolve, asked: 0, opened: [] });
  });
  const calls: string[] = [];
  const note = (request: Request) => calls.push(new URL(request.url()).pathname);
  page.on('request', note);
  await begin(page);
  await page.getByRole('heading', { name: 'Connecting...' }).waitFor();
  expect(await page.getByRole('button', { name: 'End Call' }).isDisabled()).toBe(true);
  // The prompt is there a moment after the words: who cancels before it is never asked.
  await expect.poll(() => timesAsked(page)).toBe(1);
  await cancel(page);
  await isBackAtOpener(page);
  // Granted after all: the light goes out, and no call is made.
  await page.evaluate(() => (window as unknown as { grant(): void }).grant());
  await expect.poll(() => everOpened(page)).toBe(1);
  await expect.poll(() => openMicrophones(page)).toBe(0);
  expect(calls.filter((path) => path === '/call/web')).toEqual([]);
  page.off('request', note);
}

async function cancelWhileMade(page: Page, cancel: (page: Page) => Promise<void>): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await page.route('**/call/web', () => resolve());
  await begin(page);
  await asked;
  await cancel(page);
  await isBackAtOpener(page);
  await expect.poll(() => openMicrophones(page)).toBe(0);
  await page.unroute('**/call/web');
}

async function cancelWhileJoining(page: Page, cancel: (page: Page) => Promise<void>) {
  const { promise: joining, resolve } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const left: string[] = [];
  const note = (request: Request) => {
    if (request.method() === 'DELETE') left.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await page.route('**/room/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    resolve();
    await goOn;
    await route.continue().catch(() => {});
  });
  await begin(page);
  await joining;
  await cancel(page);
  await isBackAtOpener(page);
  await expect.poll(() => openMicrophones(page)).toBe(0);
  // The server answers a join whose visitor has left: the slot is freed.
  letGo();
  await expect.poll(() => left.filter((path) => path.startsWith('/room/')).length).toBe(1);
  page.off('request', note);
  await page.unroute('**/room/**');
}

it.each(['Escape', 'Cancel'] as const)(
  '%s gives up whenever it connects, leaves nothing, and the next call stands',
  async (way) => {
    const { page, faults } = await site.open('/', {
      window: 'phone',
      reducedMotion: 'reduce',
      before: countOpenMicrophones,
    });
    const cancel = WAYS[way];
    await cancelAtPrompt(page, cancel);
    await cancelWhileMade(page, cancel);
    await cancelWhileJoining(page, cancel);
    expect(faults).toEqual([]);
    await opener(page).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  },
);

it('a microphone that cannot be had has its sentence, and the visitor can type instead', async () => {
  const { page } = await site.open('/', { window: 'phone', reducedMotion: 'reduce' });
  for (const [name, sentence] of [
    ['NotFoundError', 'No microphone was found. Connect one and try again.'],
    ['NotReadableError', 'Your microphone could not be opened.'],
    ['OverconstrainedError', 'The chosen microphone is not available.'],
    ['SecurityError', 'Your browser allows the microphone on secure pages only.'],
  ] as const) {
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('Requested device not found', name);
      };
    }, name);
    await begin(page);
    const toast = page.locator('.toast').filter({ hasText: sentence });
    await toast.getByText('Call Failed').first().waitFor();
    await toast.getByRole('button', { name: 'Type instead' }).waitFor();
  }
  await page.locator('.toast').getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  // WebRTC works here: the answers are heard, too.
  await page.getByText('your AI assistant answers aloud').waitFor();
});

it('a page that is not secure has no devices, and the visitor can type all the same', async () => {
  const { page } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
      }),
  });
  await begin(page);
  await page
    .getByText('Your browser allows the microphone on secure pages only.')
    .first()
    .waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
});
