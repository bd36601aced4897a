import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNotice, startConnecting } from './support/call-states.ts';
import { watchCalls } from './support/call-watch.ts';
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

/** Microphones that were opened and are not closed. */
function countOpenMicrophones(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const opened: MediaStreamTrack[] = [];
    Object.assign(window, { opened });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const gate = (window as { prompt_?: Promise<void> }).prompt_;
      await gate;
      const stream = await ask(constraints);
      opened.push(...stream.getTracks());
      return stream;
    };
  });
}

const openMicrophones = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { opened: MediaStreamTrack[] }).opened.filter(
        (track) => track.readyState === 'live',
      ).length,
  );

describe.each(['Escape', 'Cancel'] as const)('%s while connecting', (way) => {
  const cancel = (page: Page) =>
    way === 'Escape'
      ? page.keyboard.press('Escape')
      : page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  it('gives up while the browser asks for the microphone', async () => {
    const { page } = await site.open('/', { before: countOpenMicrophones });
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(window, { prompt_: promise, grant: resolve });
    });
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await openNotice(page);
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('heading', { name: 'Connecting...' }).waitFor();
    expect(await page.getByRole('button', { name: 'End Call' }).isDisabled()).toBe(true);
    await cancel(page);
    await isBackAtOpener(page);
    // Granted after all: the light goes out, and no call is made.
    await page.evaluate(() => (window as unknown as { grant(): void }).grant());
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { opened: unknown[] }).opened.length))
      .toBe(1);
    await expect.poll(() => openMicrophones(page)).toBe(0);
    expect(calls.filter((path) => path === '/call/web')).toEqual([]);
  });

  it('gives up while the call is being made', async () => {
    const { page, faults } = await site.open('/', { before: countOpenMicrophones });
    await startConnecting(page);
    await cancel(page);
    await isBackAtOpener(page);
    await expect.poll(() => openMicrophones(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('gives up while the room is being joined, and leaves nothing in it', async () => {
    const { page } = await site.open('/', { before: countOpenMicrophones });
    const { promise: joining, resolve } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
    const left: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') left.push(new URL(request.url()).pathname);
    });
    await page.route('**/room/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      resolve();
      await goOn;
      await route.continue().catch(() => {});
    });
    await openNotice(page);
    await page.getByRole('button', { name: 'Start call' }).click();
    await joining;
    await cancel(page);
    await isBackAtOpener(page);
    await expect.poll(() => openMicrophones(page)).toBe(0);
    // The server answers a join whose visitor has left: the slot is freed.
    letGo();
    await expect.poll(() => left.filter((path) => path.startsWith('/room/')).length).toBe(1);
  });

  it('leaves the way open for the next call', async () => {
    const { page } = await site.open('/');
    await startConnecting(page);
    await cancel(page);
    await isBackAtOpener(page);
    await page.unroute('**/call/web');
    await opener(page).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  });
});

describe('a microphone that cannot be had', () => {
  it.each([
    ['NotFoundError', 'No microphone was found. Connect one and try again.'],
    ['NotReadableError', 'Your microphone could not be opened.'],
    ['OverconstrainedError', 'The chosen microphone is not available.'],
    ['SecurityError', 'Your browser allows the microphone on secure pages only.'],
  ])('%s has a sentence, and the visitor can type instead', async (name, sentence) => {
    const { page } = await site.open('/', {
      before: async (page) => {
        Object.assign(page, { watch: await watchCalls(page) });
        await page.addInitScript((name) => {
          navigator.mediaDevices.getUserMedia = async () => {
            throw new DOMException('Requested device not found', name);
          };
        }, name);
      },
    });
    await openNotice(page);
    await page.getByRole('button', { name: 'Start call' }).click();
    const toast = page.locator('.toast');
    await toast.getByText('Call Failed').first().waitFor();
    await toast.getByText(sentence).first().waitFor();
    await toast.getByRole('button', { name: 'Type instead' }).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
    // WebRTC works here: the answers are heard, too.
    await page.getByText('your AI assistant answers aloud').waitFor();
  });

  it('a page that is not secure has no devices, and the visitor can type all the same', async () => {
    const { page } = await site.open('/', {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
        }),
    });
    await openNotice(page);
    await page.getByRole('button', { name: 'Start call' }).click();
    await page
      .getByText('Your browser allows the microphone on secure pages only.')
      .first()
      .waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Type instead' }).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  });
});
