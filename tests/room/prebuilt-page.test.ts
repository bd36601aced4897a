import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';

/** The call page that a room's address shows: a host lets a guest in, they see each other, write, and leave. */

const kindling = sharedKindling();
let browser: Browser;
const faults: string[] = [];
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await sharedChromium('quiet');
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

const post = <T>(path: string, body: object) => askAsOperator<T>(kindling, ['POST', path], body);

async function open(url: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  await page.goto(url);
  return page;
}

/** What axe finds wrong, in both schemes. */
async function violations(page: Page): Promise<readonly string[]> {
  // Past the page's policy, as a debugger is.
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(),
    );
    for (const { id, nodes } of violations)
      for (const { target, any } of nodes)
        found.push(`${colorScheme} ${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`);
  }
  return found;
}

/** What the page has loaded of code so far, as it travelled. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Nothing lies over the button's corners, and all of it is on screen. */
async function pressable(page: Page, name: string): Promise<void> {
  const hits = await page.getByRole('button', { name }).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return [left + 12, right - 12].map((x) =>
      [top + 6, bottom - 6].every((y) => button.contains(document.elementFromPoint(x, y))),
    );
  });
  expect(hits, name).toEqual([true, true]);
}

/** Pictures of the other have come. */
const untilSeen = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('.tile video[data-mirrored="false"]');
    return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 5;
  });

it('a guest knocks, is admitted, is seen, writes, and everybody leaves', async () => {
  const { name, url } = await post<{ name: string; url: string }>('/rooms', {
    privacy: 'private',
    properties: { enable_knocking: true },
  });
  const { token } = await post<{ token: string }>('/meeting-tokens', {
    properties: { room_name: name, is_owner: true, user_name: 'Mira Okafor' },
  });
  const [host, guest] = await Promise.all([
    open(`${url}?t=${token}`, { viewport: { width: 1440, height: 900 } }),
    open(url, { viewport: { width: 390, height: 844 }, locale: 'de-DE' }),
  ]);

  await host.waitForSelector('.mirror video');
  expect(await host.getByLabel('Your name').inputValue()).toBe('Mira Okafor');
  expect(await violations(host)).toEqual([]);
  const bytes = await scriptBytes(host);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(120_000);
  await host.getByRole('button', { name: 'Join the call' }).click();
  await host.getByRole('heading', { name: 'You are the first one here' }).waitFor();

  await guest.getByLabel('Ihr Name').fill('Tom Reyes');
  await guest.getByRole('button', { name: 'Teilnehmen' }).click();
  await guest.getByRole('heading', { name: 'Sie bitten um Einlass' }).waitFor();
  expect(await violations(guest)).toEqual([]);
  await host.getByRole('button', { name: 'People' }).click();
  await host.getByRole('button', { name: 'Admit' }).click();

  await Promise.all([untilSeen(host), untilSeen(guest)]);
  expect(await violations(host)).toEqual([]);
  expect(await violations(guest)).toEqual([]);

  await guest.getByRole('button', { name: 'Chat' }).click();
  await guest.getByLabel('Nachricht').fill('Guten Morgen!');
  await guest.keyboard.press('Enter');
  await host.getByRole('button', { name: /Chat.*New messages: 1/ }).click();
  const line = host.getByRole('log').getByText('Guten Morgen!');
  await line.waitFor();
  expect(await host.getByRole('log').textContent()).toContain('Tom Reyes');
  expect(await violations(host)).toEqual([]);

  // The key does nothing while one types, and mutes otherwise; the other side sees it.
  await host.getByLabel('Message').press('m');
  expect(await host.getByLabel('Message').inputValue()).toBe('m');
  await host.getByRole('button', { name: 'Close' }).first().click();
  await host.locator('body').press('m');
  await host.getByRole('button', { name: 'Unmute' }).waitFor();
  await guest.getByRole('button', { name: 'Personen' }).click();
  await guest.locator('.person', { hasText: 'Mira Okafor' }).getByText('Mikrofon aus').waitFor();

  // Removing a participant asks first: one press does nothing yet. Muting keeps the focus in the list.
  await host.getByRole('button', { name: 'People' }).click();
  await host.getByRole('button', { name: 'Remove Tom Reyes' }).press('Enter');
  await host.getByRole('status').getByText('Remove Tom Reyes').waitFor();
  await host.getByRole('button', { name: 'Mute Tom Reyes' }).press('Enter');
  expect(await focused(host)).toBe('People');
  await host.keyboard.press('Escape');

  // In a frame of the default size what can be done lies open, and within sight.
  for (const page of [host, guest]) await page.setViewportSize({ width: 375, height: 450 });
  await guest.getByRole('button', { name: 'Verlassen' }).click();
  await guest.getByRole('heading', { name: 'Sie haben das Gespräch verlassen' }).waitFor();
  await pressable(guest, 'Wieder teilnehmen');
  await host.getByRole('heading', { name: 'You are the first one here' }).waitFor();
  await pressable(host, 'Copy the link');
  expect(faults).toEqual([]);
});
