import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBookingServer } from '../site/support/booking.ts';
import { pages } from '../site/support/pages.ts';
import type { RunningKindling } from '../support/server/kindling.ts';
import { axeCall, axeSource } from './support/axe-violations.ts';
import { findFirefox, launchFirefox } from './support/firefox.ts';
import { visitWithFirefox } from './support/firefox-visitor.ts';

const canRun = findFirefox() !== null;
if (!canRun) console.warn('SKIPPED: needs firefox-esr');

/** A phone, a tablet and a desktop. */
const WIDTHS = [390, 768, 1440];

describe.skipIf(!canRun)('the site in Firefox', () => {
  let kindling: RunningKindling;
  let browser: Browser;

  beforeAll(async () => {
    kindling = await sharedBookingServer();
    browser = await launchFirefox();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each(pages)('%s fits every window, reports no fault, and axe finds nothing', async (path) => {
    const { page, faults } = await visitWithFirefox(browser, kindling.url + path, { width: 390 });
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 900 });
      // Pages of text are built alike at every width. Before it is measured: axe waits until what moves has come to rest.
      if (width === WIDTHS[0] || path === '/' || path === '/contact')
        expect(await axeViolations(page), `${width} px`).toEqual([]);
      const { title, ...seen } = await page.evaluate(() => ({
        title: document.querySelector('h1')?.textContent ?? '',
        width: window.innerWidth,
        overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      }));
      expect(seen).toEqual({ width, overflow: 0 });
      expect(title).not.toBe('');
    }
    expect(faults.filter(isOfPage)).toEqual([]);
    await page.close();
  });

  it('the notice fits every window, and axe finds nothing in it', async () => {
    const visitor = await visitWithFirefox(browser, kindling.url, { width: 390 });
    await visitor.press('Speak with an AI agent');
    await visitor.untilHeading(/is an AI, not a person$/);
    for (const width of WIDTHS) {
      await visitor.page.setViewport({ width, height: 900 });
      expect(await axeViolations(visitor.page), `${width} px`).toEqual([]);
      expect(await visitor.page.evaluate(noticeFits), `${width} px`).toBe(true);
    }
    await visitor.page.close();
  });

  it('books a call', async () => {
    const url = kindling.url + schedulingPaths.demoPage;
    const visitor = await visitWithFirefox(browser, url, { width: 390, height: 844 });
    const { page, faults } = visitor;
    await (await page.waitForSelector('.day-free'))?.click();
    await (await page.waitForSelector('.time'))?.click();
    await page.waitForSelector('input[type="email"]');
    const fill = async (label: string, words: string) => {
      const field = await page.waitForSelector(`::-p-aria(${label})`);
      await field?.type(words);
    };
    await fill('Your name', 'Ada Lovelace');
    await fill('Email', 'ada@school.example');
    await visitor.press('Book the call');
    await visitor.untilHeading(/^You are booked\.$/);
    expect(faults).toEqual([]);
  });
});

/** The page's policy allows no script of ours; the driver's way in is not bound by it. */
async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return (await page.evaluate(axeCall)) as string[];
}

function noticeFits(): boolean {
  const sheet = document.querySelector('.notice-sheet');
  if (sheet === null) throw new Error('there is no notice');
  const { left, right, height } = sheet.getBoundingClientRect();
  return (
    left >= 0 && right <= window.innerWidth && height > 0 && sheet.scrollWidth <= sheet.clientWidth
  );
}

/** The page that is not there answers 404, which Firefox logs. */
const isOfPage = (fault: string): boolean => !/404/.test(fault);
