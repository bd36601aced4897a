import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';

const kindling = sharedKindling();
let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

/** Presses once the app is there but the page's own code is not, and then lets it come. */
async function pressWhilePageIsLate(path: string, lateCode: string, name: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(lateCode, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(new URL(path, kindling.url).href);
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.getByRole('button', { name }).first().click();
  release();
  return page;
}

describe('a press between the app and the code of its page', () => {
  it('opens the notice on the home page', async () => {
    const page = await pressWhilePageIsLate('/', '**/home-page-*.js', 'Speak with an AI agent');
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await page.close();
  });

  it('is answered once: the menu stays open', async () => {
    const page = await pressWhilePageIsLate('/', '**/home-page-*.js', 'Open menu');
    const menu = page.getByRole('button', { name: 'Close menu' });
    await menu.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await page.close();
  });

  it('opens the notice on the contact page', async () => {
    const page = await pressWhilePageIsLate(
      '/contact',
      '**/contact-page-*.js',
      'Speak with an AI agent',
    );
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await page.close();
  });
});
