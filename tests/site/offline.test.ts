import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite();

const callButton = (page: Page) =>
  page.getByRole('button', { name: 'Speak with an AI agent' }).first();
const brokenScreen = (page: Page) => page.getByText('Unexpected Application Error!');

async function goOffline(page: Page): Promise<void> {
  // What comes by itself has come.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

describe('a visitor whose connection is gone', () => {
  it('is notified when they press, the page stays, and everything works once it is back', async () => {
    const { page } = await site.open('/', { profile: 'new' });
    const toast = page.locator('.toast');
    const staysWhole = async () => {
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await brokenScreen(page).count()).toBe(0);
      await toast.getByRole('button', { name: 'Close' }).click();
      expect(await toast.count()).toBe(0);
    };
    await goOffline(page);
    await callButton(page).click();
    await toast.getByText('You are offline.').waitFor();
    await staysWhole();

    // Where the notice was accepted before, the call itself is what cannot come.
    await page.evaluate(() => {
      const accepted = { acceptedAt: new Date().toISOString(), version: 'v', language: 'en' };
      sessionStorage.setItem('kindling.call-notice', JSON.stringify(accepted));
    });
    await callButton(page).click();
    await toast.getByText('You are offline.').first().waitFor();
    await callButton(page).waitFor();
    await staysWhole();
    await page.evaluate(() => sessionStorage.clear());

    await page.getByRole('link', { name: 'Book a demo' }).first().click();
    await toast.getByText('That page did not arrive.').waitFor();
    await staysWhole();

    await page.context().setOffline(false);
    await callButton(page).click();
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Book a demo' }).first().click();
    await page.getByRole('heading', { name: 'Thirty minutes, and your own questions.' }).waitFor();
  });
});

describe('a part of the page that is gone', () => {
  const NOTICE = /\/assets\/call-notice-[\w-]+\.js/;

  it('is asked for again', async () => {
    const { page } = await site.open('/');
    let refused = 0;
    await page.route(NOTICE, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await callButton(page).click();
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
  });

  it('brings the page anew, once, whether a 404 came or a page instead of a script', async () => {
    const { page } = await site.open('/');
    let asked = 0;
    let answer: Parameters<Route['fulfill']>[0] = { status: 404, body: 'Not found' };
    await page.route(NOTICE, (route) => {
      asked += 1;
      return route.fulfill(answer);
    });
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await callButton(page).click();
    await page.waitForFunction(() => !('wasHere' in window));
    // Still gone: now it is said, and nothing turns in a circle.
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    const before = asked;
    await callButton(page).click();
    const toast = page.locator('.toast');
    await toast.getByText('Connection Failed').waitFor();
    await toast.getByText('Unable to connect to AI agent. Please try again.').waitFor();
    expect(asked).toBeGreaterThan(before);
    expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);

    answer = { contentType: 'text/html', body: '<!doctype html>' };
    // As if the page had been loaded anew long ago.
    await page.evaluate(() => sessionStorage.clear());
    await callButton(page).click();
    await page.waitForFunction(() => !('wasHere' in window));
  });

  it('a style sheet that did not come brings the page anew, and never an unstyled notice', async () => {
    const { page } = await site.open('/');
    let refused = 0;
    await page.route(/\/assets\/call-notice-[\w-]+\.css/, (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await callButton(page).click();
    await page.waitForFunction(() => !('wasHere' in window));
    await callButton(page).click();
    const sheet = page.locator('.notice-sheet');
    await sheet.waitFor();
    expect(await sheet.evaluate((element) => getComputedStyle(element).padding)).not.toBe('0px');
  });
});
