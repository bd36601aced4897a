import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  book,
  bookFirst,
  chooseFirstDay,
  chooseTime,
  sharedBookingServer,
} from './support/booking.ts';
import { checkAxe } from './support/check-axe.ts';
import { layoutShift } from './support/layout-shift.ts';
import { useSite, windows } from './support/use-site.ts';

const site = useSite({ server: sharedBookingServer });
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

it('keeps to WCAG on a phone in every state, and does not move while it loads', async () => {
  const { page } = await site.open(demo, { window: 'phone', reducedMotion: 'reduce' });
  await page.getByText(/free days?\.$/).waitFor();
  const { total, moved } = await layoutShift(page);
  expect(total, moved.join(', ')).toBeLessThan(0.01);
  await walkThrough(page, async (state) => {
    await expectToFit(page, state, 320, '100%');
    await expectToFit(page, `${state}, text of 200 %`, 640, '200%');
    await setText(page, '');
    await page.setViewportSize(windows.phone);
    await checkAxe(page, `${state}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkAxe(page, `${state}, dark`, { rules: 'colours' });
    await page.emulateMedia({ colorScheme: 'light' });
  });
});

function setText(page: Page, fontSize: string): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, fontSize);
}

async function expectToFit(page: Page, state: string, width: number, text: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await setText(page, text);
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(needed, `${state}, at ${width} px`).toBe(width);
}

it('works with the keyboard alone', async () => {
  const { page } = await site.open(demo, { reducedMotion: 'reduce' });
  await page.getByText(/free days?\.$/).waitFor();
  const { total, moved } = await layoutShift(page);
  expect(total, moved.join(', ')).toBeLessThan(0.01);
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
  const before = (await layoutShift(page)).total;
  await page.keyboard.press('Enter');
  await page.getByText(/free days?\.$/).waitFor();
  expect((await layoutShift(page)).total, 'moved by going to another month').toBe(before);
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

it('reads in forced colours, and Escape leaves the zone as it was', async () => {
  const { page } = await site.open(demo, { forcedColors: 'active', timezoneId: 'Asia/Kolkata' });
  const zone = page.getByRole('combobox', { name: 'Your time zone' });
  await zone.click();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(300);
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Kolkata');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await zone.getAttribute('aria-expanded')).toBe('false');
  expect(await zone.inputValue()).toBe('Kolkata (UTC+5:30)');

  const day = page.locator('.day-free').first();
  const border = await day.evaluate((button) => getComputedStyle(button).borderTopWidth);
  expect(Number.parseFloat(border)).toBeGreaterThanOrEqual(1);
  await chooseFirstDay(page);
  await chooseTime(page, 0);
});
