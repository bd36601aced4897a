import { schedulingPaths } from '@kindling/protocol/scheduling';
import { By, until, type WebDriver } from 'selenium-webdriver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBookingServer } from '../site/support/booking.ts';
import { pages } from '../site/support/pages.ts';
import type { RunningKindling } from '../support/server/kindling.ts';
import { axeCall, axeSource } from './support/axe-violations.ts';
import { canRunWebKit, type RunningWebKit, startWebKit } from './support/webkit.ts';

const PATIENCE = 60_000;
/** Its window is not made narrower than the first of these. */
const WIDTHS = [450, 768, 1440];

if (!canRunWebKit) console.warn('SKIPPED: needs webkit2gtk-driver and xvfb');

/** WebKitGTK as Debian has it, without WebRTC: pages, booking, notice. */
describe.skipIf(!canRunWebKit)('the site in WebKit', () => {
  let kindling: RunningKindling;
  let webkit: RunningWebKit;
  let driver: WebDriver;

  beforeAll(async () => {
    kindling = await sharedBookingServer();
    webkit = await startWebKit();
    driver = webkit.driver;
  });
  afterAll(async () => {
    await webkit?.stop();
  });

  const resize = async (width: number) => {
    await driver.manage().window().setRect({ x: 0, y: 0, width, height: 900 });
    // The page hears of it a moment later.
    await driver.wait(
      () => driver.executeScript<boolean>('return window.innerWidth === arguments[0]', width),
      10_000,
      `The window never became ${width} px wide.`,
    );
  };

  const axeViolations = async (): Promise<string[]> => {
    await driver.executeScript(axeSource);
    return driver.executeAsyncScript<string[]>(
      `const done = arguments[arguments.length - 1]; ${axeCall}.then(done, (error) => done([String(error)]));`,
    );
  };

  it.each(pages)('%s fits every window, and axe finds nothing', async (path) => {
    await driver.get(kindling.url + path);
    for (const width of WIDTHS) {
      await resize(width);
      // Pages of text are built alike at every width. Before it is measured: axe waits until what moves has come to rest.
      if (width === WIDTHS[0] || path === '/' || path === '/contact')
        expect(await axeViolations(), `${width} px`).toEqual([]);
      const seen = await driver.executeScript<{ heading: string; width: number; overflow: number }>(
        `return {
          heading: document.querySelector('h1')?.textContent ?? '',
          width: window.innerWidth,
          overflow: document.documentElement.scrollWidth - window.innerWidth,
        }`,
      );
      expect(seen.heading).not.toBe('');
      expect(seen.width).toBe(width);
      expect(seen.overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  it('the notice is as tall as its words in every window, and axe finds nothing', async () => {
    await driver.get(kindling.url);
    const button = By.xpath("//button[contains(., 'Speak with an AI agent')]");
    await (await driver.wait(until.elementLocated(button), PATIENCE)).click();
    const start = By.xpath("//dialog//button[contains(., 'Start call')]");
    await driver.wait(until.elementLocated(start), PATIENCE);
    for (const width of WIDTHS) {
      await resize(width);
      // Words with nothing between them and the next but the gap that the sheet's style gives.
      const slack = await driver.executeScript<number>(`
        const sheet = document.querySelector('.notice-sheet');
        const { rowGap, paddingTop, paddingBottom } = getComputedStyle(sheet);
        const children = [...sheet.children];
        const natural = children.map((child) => {
          const range = document.createRange();
          range.selectNodeContents(child);
          return Math.max(range.getBoundingClientRect().height, 0);
        });
        const gaps = parseFloat(rowGap) * (children.length - 1);
        const words = natural.reduce((sum, height) => sum + height, 0);
        return sheet.getBoundingClientRect().height - words - gaps
          - parseFloat(paddingTop) - parseFloat(paddingBottom);
      `);
      expect(Math.abs(slack), `${width} px`).toBeLessThan(24);
      expect(await axeViolations(), `${width} px`).toEqual([]);
    }
  });

  it('books a call', async () => {
    await driver.get(kindling.url + schedulingPaths.demoPage);
    const press = async (css: string) =>
      (await driver.wait(until.elementLocated(By.css(css)), PATIENCE)).click();
    await press('.day-free');
    await press('.time');
    const field = async (label: string) => {
      const of = By.xpath(`//label[contains(., '${label}')]`);
      const found = await driver.wait(until.elementLocated(of), PATIENCE);
      return driver.findElement(By.id((await found.getAttribute('for')) ?? ''));
    };
    await (await field('Your name')).sendKeys('Ada Lovelace');
    await (await field('Email')).sendKeys('ada@school.example');
    await driver.findElement(By.xpath("//button[contains(., 'Book the call')]")).click();
    const booked = By.xpath("//*[self::h1 or self::h2][contains(., 'You are booked.')]");
    await driver.wait(until.elementLocated(booked), PATIENCE);
  });
});
