import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNotice, startCall, untilGreeted } from './support/call-states.ts';
import { proseOrNothing, untilScheduler } from './support/pages.ts';
import { type KnownIndicators, type TabStop, tabStops } from './support/tab-stops.ts';
import { untilAlive, useSite, windows } from './support/use-site.ts';

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

/** Each scheme is measured at one width, each width in one scheme. */
const schemes = { phone: 'dark', desktop: 'light' } as const;

/** They share all controls but their links: each is walked through in one window. */
const prosePages = {
  phone: proseOrNothing.slice(0, 2),
  desktop: proseOrNothing.slice(2),
} as const;

describe.each(['phone', 'desktop'] as const)('keyboard, %s', (window) => {
  const site = useSite();
  const colorScheme = schemes[window];
  const known: KnownIndicators = new Map();

  it('every stop of the home page shows, there and back; Skip to content passes the navigation', async () => {
    const { page } = await site.open('/', { window, colorScheme, reducedMotion });
    const forth = await tabStops(page, { known });
    expectGoodStops(forth, `/ ${window} ${colorScheme}`);
    expect(forth[0]?.name).toBe('link "Skip to content"');
    expect(forth[1]?.name).toBe('link "Kindling, home"');
    const back = await tabStops(page, { key: 'Shift+Tab' });
    expectGoodStops(back, 'backwards');
    const names = (stops: readonly TabStop[]) => stops.map(({ name }) => name);
    expect(names(back).toReversed()).toEqual(names(forth));

    await page.reload();
    await untilAlive(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Speak with an AI agent');
  });

  it.each(['/contact', ...prosePages[window]])('every stop of %s shows', async (path) => {
    const { page } = await site.open(path, { window, colorScheme, reducedMotion });
    if (path === '/contact') await untilScheduler(page);
    expectGoodStops(await tabStops(page, { known }), `${path} ${window} ${colorScheme}`);
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
    const stops = await tabStops(page, { known: new Map() });
    expectGoodStops(stops, 'notice');
    expect(stops.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['button "Start call"', 'button "Type instead"', 'button "Cancel"']),
    );
    expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
    await page.keyboard.press('Escape');
    await untilBack(page);
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('the call keeps the keyboard, shows it, and gives it back at the end', async () => {
    const { page } = await site.open('/', { window: 'phone', reducedMotion });
    await press(page);
    await startCall(page);
    // It comes with the first words and moves its neighbours.
    await page.getByRole('button', { name: 'Show Transcript' }).waitFor();
    await untilGreeted(page);
    for (const window of ['phone', 'desktop'] as const) {
      await page.setViewportSize(windows[window]);
      expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
      const stops = await tabStops(page, { known: new Map() });
      expectGoodStops(stops, `call, ${window}`);
      expect(stops.some(({ name }) => name === 'button "End Call"')).toBe(true);
      expect(await focusIsIn(page, 'dialog[open]')).toBe(true);
    }
    await page.getByRole('button', { name: 'End Call' }).focus();
    await page.keyboard.press('Enter');
    await untilBack(page);
  });
});

describe('the menu of a phone', () => {
  const site = useSite();

  it('shows every stop, and closes when the keyboard goes on', async () => {
    const { page } = await site.open('/', { window: 'phone', reducedMotion });
    const toggle = page.locator('header button[aria-expanded]');
    await toggle.press('Enter');
    const stops = await tabStops(page, { count: 6, known: new Map() });
    expectGoodStops(stops, 'menu open');
    expect(stops.map(({ name }) => name)).toEqual([
      'link "About us"',
      'link "Features"',
      'link "Testimonials"',
      'link "AI Training"',
      'link "Customization"',
      'button "Login"',
    ]);
    await page.keyboard.press('Tab');
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
