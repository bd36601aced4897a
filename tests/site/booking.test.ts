import { readFileSync } from 'node:fs';
import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  book,
  bookElsewhere,
  chooseFirstDay,
  chooseTime,
  fillDetails,
  freeSlots,
  sharedBookingServer,
} from './support/booking.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ server: sharedBookingServer });
const demo = schedulingPaths.demoPage;
const inNewYork = { timezoneId: 'America/New_York' } as const;

it('goes from a day to a confirmation with a calendar file', async () => {
  const { page, faults } = await site.open(demo, { timezoneId: 'Europe/London' });
  const day = await chooseFirstDay(page);
  expect(day).toMatch(/^[A-Z]\w+day \d+ [A-Z]\w+ 20\d\d, \d+ times?$/);
  expect(await page.locator(':focus').textContent()).toBe(day.replace(/ 20\d\d, .*/, ''));

  const time = await chooseTime(page, 1);
  expect(time).toMatch(/^\d+:\d\d [AP]M United Kingdom, [A-Z]\w+day \d+ [A-Z]\w+$/);
  await fillDetails(page);
  await book(page);

  const done = page.getByRole('heading', { name: 'You are booked.' });
  await done.waitFor();
  expect(await done.evaluate((heading) => heading === document.activeElement)).toBe(true);
  const words = await page.locator('.pane').textContent();
  expect(words).toContain('London time');
  expect(words).toContain('New York time');
  expect(words).toContain('This server does not send mail');

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /Calendar file/ }).click();
  const file = await (await coming).path();
  expect(readFileSync(file, 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*UID:[\s\S]*END:VCALENDAR/);
  expect(faults).toEqual([]);
});

it('keeps what was typed when another visitor is quicker, and books another time', async () => {
  const { page } = await site.open(demo, inNewYork);
  await chooseFirstDay(page);
  await chooseTime(page, 3);
  await fillDetails(page);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  const [wanted] = await Promise.all([asked, takeWhatIsAsked(page)]);
  expect(wanted.url()).toContain(schedulingPaths.bookings);

  const alert = page.getByRole('alert').filter({ hasText: 'has just been taken' });
  await alert.waitFor();
  expect(await alert.evaluate((notice) => notice === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@school.example');
  expect(await page.getByLabel('What should we prepare?').inputValue()).toBe('Grade 4, fractions');

  const offered = page.locator('.offer-times .time');
  await expect.poll(() => offered.count()).toBe(4);
  const { startsAt } = wanted.postDataJSON() as { startsAt: string };
  expect((await freeSlots(site.url)).map((slot) => slot.startsAt)).not.toContain(startsAt);
  await offered.first().click();
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@school.example');
  await book(page);
  await page.getByRole('heading', { name: 'You are booked.' }).waitFor();
});

/** Lets another visitor have the slot while this one's request is on its way. */
async function takeWhatIsAsked(page: Page): Promise<void> {
  const takeFirst = async (route: Route) => {
    const { startsAt } = route.request().postDataJSON() as { startsAt: string };
    await bookElsewhere(site.url, startsAt);
    await route.continue();
  };
  await page.route(`**${schedulingPaths.bookings}`, takeFirst, { times: 1 });
  await book(page);
}

it('ties errors to their fields, and books once when the answer is lost on the way', async () => {
  const { page } = await site.open(`${demo}?a1=Plugins&email=ada`);
  await chooseFirstDay(page);
  await chooseTime(page, 0);
  expect(await page.getByLabel('What interests you most?').inputValue()).toBe('Plugins');
  await book(page);
  const name = page.getByLabel('Your name');
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('alert').filter({ hasText: '2 fields need your attention' }).waitFor();
  for (const [label, message] of [
    ['Your name', 'Please enter your name'],
    ['Email', 'Please enter a valid email address'],
  ] as const) {
    const field = page.getByLabel(label);
    expect(await field.getAttribute('aria-invalid'), label).toBe('true');
    const id = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${id}"]`).textContent()).toBe(message);
  }
  await name.fill('Ada');
  expect(await name.getAttribute('aria-invalid')).toBeNull();

  // Too many requests: the page says when to come back.
  await fillDetails(page);
  await page.route(`**${schedulingPaths.bookings}`, (route) => route.fulfill(tooMany), {
    times: 1,
  });
  await book(page);
  await page
    .getByRole('alert')
    .filter({ hasText: /try again in (?:40|39|38) seconds/ })
    .waitFor();
  expect(await name.inputValue()).toBe('Ada Lovelace');

  const keys = await loseFirstAnswer(page);
  const before = (await freeSlots(site.url)).length;
  await book(page);
  await page.getByRole('alert').filter({ hasText: 'You will not be booked twice' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'You are booked.' }).waitFor();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^\w{16,}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(before - (await freeSlots(site.url)).length).toBe(1);
});

const tooMany = {
  status: 429,
  headers: { 'retry-after': '40' },
  json: { statusCode: 429, error: 'x', code: 'rate_limited', message: 'x', requestId: 'x' },
};

/** Resolves with the list of the keys that bookings come with from now on. */
async function loseFirstAnswer(page: Page): Promise<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(`**${schedulingPaths.bookings}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // It arrives and is carried out; only the answer does not come back.
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

it('keeps the chosen moment when the zone changes', async () => {
  const { page } = await site.open(demo, inNewYork);
  await chooseFirstDay(page);
  const time = page.locator('.time').last();
  expect(await time.getAttribute('aria-label')).toMatch(/^4:30 PM Eastern, /);
  await time.click();
  const zone = page.getByRole('combobox', { name: 'Your time zone' });
  expect(await zone.inputValue()).toMatch(/^New York \(UTC−[45]\)$/);
  await zone.fill('auck');
  await page.keyboard.press('Enter');
  expect(await zone.inputValue()).toMatch(/^Auckland \(UTC\+1[23]\)$/);
  const start = page.waitForRequest((request) => request.method() === 'POST');
  expect(await page.locator('.step-title').textContent()).toMatch(
    /^(?:9|10):30 – (?:10|11):00 AM$|^8:30 – 9:00 AM$/,
  );
  await fillDetails(page);
  await book(page);
  const body = (await start).postDataJSON() as { startsAt: string; timeZone: string };
  expect(body.timeZone).toBe('Pacific/Auckland');
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeStyle: 'short',
  });
  expect(clock.format(new Date(body.startsAt))).toBe('4:30 PM');
});

it('tries again when the calendar did not come, leads on from an empty month, and lists the times', async () => {
  const slots = `**${schedulingPaths.slots}*`;
  const { page } = await site.open(demo, {
    before: (opening) => opening.route(slots, (route) => route.abort()),
  });
  await page.getByText('We could not reach the server.').waitFor();
  await page.unroute(slots);
  await page.route(slots, emptyThisMonth);
  await page.getByRole('button', { name: 'Try again' }).click();

  // It did not stop at the empty month; back there, it shows the way out.
  await page.locator('.day-free').first().waitFor();
  const shown = await page.locator('.month-name').textContent();
  await page.getByRole('button', { name: /^Earlier: / }).click();
  await page.getByText(/^No free times in /).waitFor();
  await page.getByRole('button', { name: /^Go to \w+day 9 / }).click();
  await page.locator('.day-free').first().waitFor();
  expect(await page.locator('.month-name').textContent()).toBe(shown);

  await page.getByRole('button', { name: 'Show as a list' }).click();
  await page.locator('.day-list summary').first().click();
  await page.locator('.day-list .time').first().click();
  await page.getByLabel('Your name').waitFor();
});

async function emptyThisMonth(route: Route): Promise<void> {
  const answer = await route.fetch();
  const slots = (await answer.json()) as { days: { date: string }[] };
  const first = new Date().toISOString().slice(0, 7);
  const from = new URL(route.request().url()).searchParams.get('from') ?? '';
  if (!from.startsWith(first)) return route.fulfill({ response: answer });
  const next = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5)), 9));
  const nextDate = next.toISOString().slice(0, 10);
  return route.fulfill({ json: { ...slots, days: [], nextDate } });
}
