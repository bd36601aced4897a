import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  book,
  bookFirst,
  bookingEnvironment,
  chooseFirstDay,
  chooseTime,
} from './support/booking.ts';
import { checkAxe } from './support/check-axe.ts';
import { layoutShift } from './support/layout-shift.ts';
import { useSite, type WindowName } from './support/use-site.ts';

const site = useSite({ env: bookingEnvironment() });
const demo = schedulingPaths.demoPage;

/** Every state of the booking pages, one after the other. */
async function walkThrough(page: Page, look: (state: string) => Promise<void>): Promise<void> {
  await page.locator('.day-free').first().waitFor();
  await look('days');
  await page.getByRole('combobox', { name: 'Your time zone' }).click();
  await page.getByRole('combobox', { name: 'Your time zone' }).fill('new');
  await withoutPane(page, () => look('zones'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await page.locator('.day-list summary').first().click();
  await look('list');
  await page.getByRole('button', { name: 'Show as a calendar' }).click();
  await chooseFirstDay(page);
  await look('times');
  await chooseTime(page, 0);
  await book(page);
  await look('form with errors');
  await page.getByRole('button', { name: 'Choose a different time' }).click();
  await page.getByRole('button', { name: 'Choose a different date' }).click();
  const link = await bookFirst(page);
  await look('confirmation');
  await page.goto(link);
  await page.getByRole('button', { name: 'Change the time' }).waitFor();
  await look('booking');
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await look('cancelling');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Change the time' }).click();
  await page.locator('.day-free').first().waitFor();
  await look('moving');
  await page.goto(link.replace(/#.*/, ''));
  await page.reload();
  await page.getByRole('heading', { name: 'This link does not open a booking.' }).waitFor();
  await look('wrong link');
}

/** What lies below an open list is half covered, and was looked at the moment before. */
async function withoutPane(page: Page, look: () => Promise<void>): Promise<void> {
  const show = (visibility: string) =>
    page.locator('.pane').evaluate((pane: HTMLElement, value) => {
      pane.style.visibility = value;
    }, visibility);
  await show('hidden');
  await look();
  await show('');
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('axe finds nothing in any state', async () => {
    const { page } = await site.open(demo, {
      colorScheme,
      window: 'phone',
      reducedMotion: 'reduce',
    });
    await walkThrough(page, (state) => checkAxe(page, `${state}, ${colorScheme}`));
  });
});

it.each([
  { name: '320 px', width: 320, fontSize: '100%' },
  { name: '640 px with text of 200 %', width: 640, fontSize: '200%' },
])('nothing is wider than the window at $name', async ({ width, fontSize }) => {
  const { page } = await site.open(demo, { window: { width, height: 800 } });
  const setSize = () =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
  await setSize();
  await walkThrough(page, async (state) => {
    await setSize();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(width);
  });
});

it('works with the keyboard alone', async () => {
  const { page } = await site.open(demo, { reducedMotion: 'reduce' });
  await page.locator('.day-free').first().waitFor();
  const focused = () => page.locator(':focus');
  const tabTo = async (selector: string) => {
    for (let count = 0; count < 60; count += 1) {
      if (await page.evaluate((css) => document.activeElement?.matches(css), selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${selector}`);
  };
  await tabTo('.zone-input');
  await page.keyboard.type('chicago');
  await page.keyboard.press('Enter');
  expect(await focused().inputValue()).toMatch(/^Chicago/);
  await page.locator('.day-free').first().waitFor();

  // The last days of a month leave no day for an arrow to go to: the next month has them all.
  await tabTo('[aria-label^="Later: "]');
  await page.keyboard.press('Enter');
  await page.locator('.day-free').first().waitFor();
  await tabTo('.day-free');
  const first = await focused().getAttribute('data-date');
  await page.keyboard.press('ArrowRight');
  const second = await focused().getAttribute('data-date');
  expect(second && first && second > first).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose a different date' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  expect(await focused().textContent()).toBe('Choose a different date');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused().getAttribute('data-date')).toBe(second);
  await page.keyboard.press('Enter');
  await tabTo('.time');
  await page.keyboard.press('Space');
  await tabTo('[name="name"]');
  await page.keyboard.type('Ada Lovelace');
  await tabTo('[name="email"]');
  await page.keyboard.type('ada@school.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are booked.' }).waitFor();
});

it('the zone list goes away with Escape and leaves the zone as it was', async () => {
  const { page } = await site.open(demo, { timezoneId: 'Asia/Kolkata' });
  const zone = page.getByRole('combobox', { name: 'Your time zone' });
  await zone.click();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(300);
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Kolkata');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await zone.getAttribute('aria-expanded')).toBe('false');
  expect(await zone.inputValue()).toBe('Kolkata (UTC+5:30)');
});

it.each<WindowName>(['phone', 'desktop'])(
  'nothing moves while it loads on a %s',
  async (window) => {
    const { page } = await site.open(demo, { window });
    await page.locator('.day-free').first().waitFor();
    await page.getByText(/free days?\.$/).waitFor();
    const { total, moved } = await layoutShift(page);
    expect(total, moved.join(', ')).toBeLessThan(0.01);
    await page.getByRole('button', { name: /^Later: / }).click();
    await page.getByText(/free days?\.$/).waitFor();
    expect((await layoutShift(page)).total).toBe(total);
  },
);

it('says what to do where there are no scripts', async () => {
  const { page } = await site.open(demo, { javaScriptEnabled: false });
  const main = page.locator('main');
  for (const words of ['30-minute demo call', 'needs JavaScript', 'hello@kindling.example']) {
    expect(await main.getByText(words).first().isVisible(), words).toBe(true);
  }
  expect(await page.getByText('Choose a day').isVisible()).toBe(false);
});

it('reads in forced colours', async () => {
  const { page } = await site.open(demo, { forcedColors: 'active' });
  const day = page.locator('.day-free').first();
  const border = await day.evaluate((button) => getComputedStyle(button).borderTopWidth);
  expect(Number.parseFloat(border)).toBeGreaterThanOrEqual(1);
  await chooseFirstDay(page);
  await chooseTime(page, 0);
});
