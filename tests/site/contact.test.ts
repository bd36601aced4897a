import { SCHEDULING_WIDGET_HEIGHT_PX } from '@kindling/protocol/constants';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { layoutShift } from './support/layout-shift.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();

const widget = (page: Page) => page.locator('.booking-box iframe');
const frameBox = (page: Page) => page.locator('.booking-frame').boundingBox();

/** A booking page that only says what the test lets it say. */
async function serveQuietPage(page: Page): Promise<void> {
  await page.route('**/scheduling/demo*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Booking</title><p>Quiet' }),
  );
}

/** Speaks as the booking page in the frame. */
async function say(page: Page, message: unknown): Promise<void> {
  const frame = await (await widget(page).elementHandle())?.contentFrame();
  // Handed over by the frame's own script, so that the message has the frame for its source.
  await frame?.evaluate((text) => {
    const script = document.createElement('script');
    script.textContent = `parent.postMessage(${text}, location.origin)`;
    document.head.append(script);
  }, JSON.stringify(message));
}

const booked = {
  event: 'calendly.event_scheduled',
  payload: { event: { uri: 'https://x/events/1' }, invitee: { uri: 'https://x/invitees/1' } },
};

it.each(['phone', 'desktop'] as const)(
  'says what it is for, holds the calendar in its place, and hears its booking, %s',
  async (window) => {
    const { page } = await site.open('/contact', { window, before: serveQuietPage });
    for (const benefit of [
      'Boost daily student participation',
      'Spark curiosity through AI literacy',
      'Increase classroom dialogue and inquiry',
      'Motivate independent problem-solving',
    ])
      await page.getByText(benefit).waitFor();
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor();
    await page.getByRole('button', { name: 'Speak with an AI agent' }).waitFor();
    expect((await widget(page).boundingBox())?.height).toBe(SCHEDULING_WIDGET_HEIGHT_PX);
    await page.locator('.booking-loading').waitFor({ state: 'detached' });
    expect((await widget(page).boundingBox())?.height).toBe(SCHEDULING_WIDGET_HEIGHT_PX);
    expect(await layoutShift(page)).toEqual({ total: 0, moved: [] });

    // It believes nobody but its own frame.
    const status = page.getByRole('status').filter({ hasText: 'Your demo call is booked.' });
    const before = await frameBox(page);
    await page.evaluate((message) => globalThis.postMessage(message, location.origin), booked);
    await say(page, { ...booked, event: 'other.event_scheduled' });
    await say(page, { event: 'calendly.date_and_time_selected', payload: {} });
    expect(await status.count()).toBe(0);

    // It grows with the booking page on a phone only, and pushes nothing above it.
    await say(page, { event: 'calendly.page_height', payload: { height: '1234px' } });
    await say(page, booked);
    await status.waitFor();
    const after = await frameBox(page);
    expect(after?.y).toBe(before?.y);
    expect(after?.height).toBe((window === 'phone' ? 1_234 : SCHEDULING_WIDGET_HEIGHT_PX) + 4);
  },
);

it('is entered at its top, knows which service led here, and leaves no way back to here', async () => {
  const asked: string[] = [];
  const { page, faults } = await site.open('/', {
    before: async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    },
  });
  await page.waitForLoadState('networkidle');
  const early = asked.filter(
    (path) => path.startsWith('/scheduling/') || path.includes('contact-'),
  );
  expect(early, 'asked for on the home page').toEqual([]);

  await page.locator('#customization').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Request a Plugin demo' }).click();
  await page.getByRole('heading', { level: 1, name: /Thirty minutes/ }).waitFor();
  expect(await page.evaluate(() => globalThis.scrollY)).toBe(0);
  const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
  expect(state).toEqual({ preselectedService: 'plugins' });
  await page.getByText('You asked about Plugins.').waitFor();
  await expect.poll(() => queryOf(page).then((query) => query.get('a1'))).toBe('Plugins');
  // The browser keeps the state over a reload; the prerendered page does not know it.
  await page.reload();
  await page.getByText('You asked about Plugins.').waitFor();

  await page.locator('footer').scrollIntoViewIfNeeded();
  const depth = await page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'Kindling, home' }).click();
  await page.locator('#customization').waitFor();
  await expect.poll(() => page.evaluate(() => globalThis.scrollY)).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.evaluate(() => history.length)).toBe(depth);
  expect(faults).toEqual([]);
});

it('shows the real booking page, which gets where the visitor came from; made anew on entering', async () => {
  const asked: string[] = [];
  const { page } = await site.open('/contact?utm_source=news&utm_campaign=fall&email=x', {
    before: async (page) => {
      page.on('request', (request) => asked.push(request.url()));
    },
  });
  await expect.poll(() => queryOf(page).then((query) => query.get('utm_source'))).toBe('news');
  const query = await queryOf(page);
  expect(query.get('utm_campaign')).toBe('fall');
  expect(query.has('email')).toBe(false);
  expect(await widget(page).getAttribute('title')).toBeTruthy();
  const inside = page.frameLocator('.booking-box iframe');
  await inside.getByRole('heading', { level: 1 }).waitFor();

  // The form that stands in for it is not loaded.
  await page.locator('.booking-loading').waitFor({ state: 'detached' });
  expect(asked.filter((url) => url.includes('contact-form'))).toEqual([]);
  expect(await page.locator('.contact-form').count()).toBe(0);

  await page.getByRole('link', { name: 'Kindling, home' }).click();
  await widget(page).waitFor({ state: 'detached' });
  await page.locator('main').getByRole('link', { name: 'Book a demo' }).first().click();
  await widget(page).waitFor();
  expect(await page.locator('iframe').count()).toBe(1);
  expect(asked.filter((url) => url.endsWith('/scheduling/widget.js'))).toHaveLength(1);
  expect(await page.locator('script[src$="/scheduling/widget.js"]').count()).toBe(1);
});

async function queryOf(page: Page): Promise<URLSearchParams> {
  const source = await widget(page).getAttribute('src');
  return new URL(source ?? '', site.url).searchParams;
}
