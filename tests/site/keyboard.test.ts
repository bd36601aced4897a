import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNotice, startCall, untilGreeted } from './support/call-states.ts';
import { pages, untilScheduler } from './support/pages.ts';
import { listStops, type TabStop, tabStops } from './support/tab-stops.ts';
import { useSite } from './support/use-site.ts';

/** As much change as an outline two pixels wide, the measure of WCAG 2.4.13. */
const VISIBLE = 1.8;

function expectGoodStops(stops: readonly TabStop[], where: string): void {
  expect(stops.length, where).toBeGreaterThan(0);
  const faint = stops.filter(({ indicator }) => indicator !== null && indicator < VISIBLE);
  expect(faint, `focus that cannot be seen, ${where}`).toEqual([]);
  const hidden = stops.filter(({ hiddenBy }) => hiddenBy !== null);
  expect(hidden, `focus that is covered, ${where}`).toEqual([]);
}

const reducedMotion = 'reduce';

/** Measuring every stop in pixels is slow: each scheme is measured at one width, each width in one scheme. */
const schemes = { phone: 'dark', desktop: 'light' } as const;

describe.each(['phone', 'desktop'] as const)('keyboard, %s', (window) => {
  const site = useSite();

  describe.each(pages)('%s', (path) => {
    it('every stop shows where it is', async () => {
      const colorScheme = schemes[window];
      const { page } = await site.open(path, { window, colorScheme, reducedMotion });
      if (path === '/contact') await untilScheduler(page);
      expectGoodStops(await tabStops(page), `${path} ${window} ${colorScheme}`);
    });
  });

  it('goes through the home page from top to bottom, and back', async () => {
    const { page } = await site.open('/', { window, reducedMotion });
    const forth = await listStops(page, 'Tab');
    expect(forth[0]?.name).toBe('link "Skip to content"');
    expect(forth[1]?.name).toBe('link "Kindling, home"');
    const back = await listStops(page, 'Shift+Tab');
    expectGoodStops(back, 'backwards');
    const names = (stops: readonly TabStop[]) => stops.map(({ name }) => name);
    expect(names(back).toReversed()).toEqual(names(forth));
  });

  it('Skip to content goes past the navigation', async () => {
    const { page } = await site.open('/', { window, reducedMotion });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Speak with an AI agent');
  });
});

describe('dialogs', () => {
  const site = useSite({ microphone: true });
  const press = async (page: Page) => {
    await page.getByRole('button', { name: 'Speak with an AI agent' }).first().focus();
  };
  const untilBack = (page: Page) =>
    page.waitForFunction(() => document.activeElement?.textContent === 'Speak with an AI agent');

  it('the notice keeps the keyboard, shows it, and gives it back on Escape', async () => {
    const { page } = await site.open('/', { reducedMotion });
    await press(page);
    await openNotice(page);
    expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
    const stops = await tabStops(page);
    expectGoodStops(stops, 'notice');
    expect(stops.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['button "Start call"', 'button "Type instead"', 'button "Cancel"']),
    );
    expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
    await page.keyboard.press('Escape');
    await untilBack(page);
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it.each(['phone', 'desktop'] as const)(
    'the call keeps the keyboard, shows it, and gives it back at the end, %s',
    async (window) => {
      const { page } = await site.open('/', { window, reducedMotion });
      await press(page);
      await startCall(page);
      // It comes with the first words and moves its neighbours.
      await page.getByRole('button', { name: 'Show Transcript' }).waitFor();
      await untilGreeted(page);
      expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
      const stops = await tabStops(page);
      expectGoodStops(stops, 'call');
      expect(stops.some(({ name }) => name === 'button "End Call"')).toBe(true);
      expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
      await page.getByRole('button', { name: 'End Call' }).focus();
      await page.keyboard.press('Enter');
      await untilBack(page);
    },
  );
});

describe('the menu of a phone', () => {
  const site = useSite();

  it('every stop in it shows where it is', async () => {
    const { page } = await site.open('/', { window: 'phone', reducedMotion });
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    const stops: TabStop[] = await tabStops(page);
    expectGoodStops(stops, 'menu open');
    expect(stops.slice(0, 6).map(({ name }) => name)).toEqual([
      'link "About us"',
      'link "Features"',
      'link "Testimonials"',
      'link "AI Training"',
      'link "Customization"',
      'button "Login"',
    ]);
  });

  it('closes when the keyboard goes on, so that it covers nothing', async () => {
    const { page } = await site.open('/', { window: 'phone', reducedMotion });
    const toggle = page.locator('header button[aria-expanded]');
    await toggle.press('Enter');
    for (let stop = 0; stop < 7; stop += 1) await page.keyboard.press('Tab');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator(':focus').innerText()).toBe('Speak with an AI agent');
  });
});

function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    (css) => document.activeElement?.closest(css) !== null && document.hasFocus(),
    selector,
  );
}
