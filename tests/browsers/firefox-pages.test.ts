import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingEnvironment } from '../site/support/booking.ts';
import { pages } from '../site/support/pages.ts';
import { type RunningKindling, startKindling } from '../support/kindling.ts';
import { findFirefox, launchFirefox } from './support/firefox.ts';
import { visitWithFirefox } from './support/firefox-visitor.ts';

const canRun = findFirefox() !== null;
if (!canRun) console.warn('SKIPPED: needs firefox-esr');

describe.skipIf(!canRun)('the site in Firefox', () => {
  let kindling: RunningKindling;
  let browser: Browser;

  beforeAll(async () => {
    kindling = await startKindling({ env: bookingEnvironment() });
    browser = await launchFirefox();
  });
  afterAll(async () => {
    await browser?.close();
    await kindling?.stop();
  });

  it.each([390, 1440])('every page fits a window of %i px and reports no fault', async (width) => {
    for (const path of pages) {
      const { page, faults } = await visitWithFirefox(browser, kindling.url + path, { width });
      const { title, overflow } = await page.evaluate(() => ({
        title: document.querySelector('h1')?.textContent ?? '',
        overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      }));
      expect({ path, overflow, faults: faults.filter(isOfPage) }).toEqual({
        path,
        overflow: 0,
        faults: [],
      });
      expect(title, path).not.toBe('');
      await page.close();
    }
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

/** The page that is not there answers 404, which Firefox logs. */
const isOfPage = (fault: string): boolean => !/404/.test(fault);
