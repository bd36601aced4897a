import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bookingCreatedSchema,
  type Slot,
  schedulingPaths,
  slotsSchema,
} from '@kindling/protocol/scheduling';
import type { Page } from 'playwright-core';
import { type RunningKindling, startKindling } from '../../support/server/kindling.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A host in New York who works every day, so that a test finds times whenever it runs. */
const schedule = {
  hostTimeZone: 'America/New_York',
  workingHours: Object.fromEntries(days.map((day) => [day, ['09:00-17:00']])),
  bufferAfterMinutes: 0,
  dailyCap: 100,
};

/** The notice that leaves out the rest of the host's day: the first free day is a whole one. */
function untilTomorrow(): number {
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: schedule.hostTimeZone, hour: '2-digit', minute: '2-digit' },
  }).format(new Date());
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 24 * 60 - (hours * 60 + minutes) + 30;
}

/** Environment of a server with that host. */
export function bookingEnvironment(): Record<string, string> {
  const file = join(mkdtempSync(join(tmpdir(), 'kindling-schedule-')), 'scheduling.json');
  writeFileSync(file, JSON.stringify({ ...schedule, minimumNoticeMinutes: untilTomorrow() }));
  // Tests come from one address and would be taken for a flood.
  return { SCHEDULING_FILE: file, FORM_RATE_PER_IP: '100000' };
}

let ofThisWorker: Promise<RunningKindling> | undefined;

/** The server with that host that files of a worker share; it ends with the worker. */
export function sharedBookingServer(): Promise<RunningKindling> {
  ofThisWorker ??= startKindling({ env: bookingEnvironment() });
  return ofThisWorker;
}

/** Opens the first free day of the page's calendar; resolves with its name. */
export async function chooseFirstDay(page: Page): Promise<string> {
  const day = page.locator('.day-free').first();
  const name = (await day.getAttribute('aria-label')) ?? '';
  await day.click();
  await page.getByRole('button', { name: 'Choose a different date' }).waitFor();
  return name;
}

/** Chooses the nth time of the day that is open; resolves with its accessible name. */
export async function chooseTime(page: Page, index: number): Promise<string> {
  const time = page.locator('.time').nth(index);
  const name = (await time.getAttribute('aria-label')) ?? '';
  await time.click();
  await page.getByLabel('Your name').waitFor();
  return name;
}

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@school.example');
  await page.getByLabel('School or organization').fill('Hill School');
  await page.getByLabel('What should we prepare?').fill('Grade 4, fractions');
}

export async function book(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book the call' }).click();
}

/** A whole booking; resolves with the link that manages it. */
export async function bookFirst(page: Page, index = 0): Promise<string> {
  await chooseFirstDay(page);
  await chooseTime(page, index);
  await fillDetails(page);
  await book(page);
  await page.getByRole('heading', { name: 'You are booked.' }).waitFor();
  const link = page.getByRole('link', { name: /^Change or cancel this call/ });
  return (await link.getAttribute('href')) ?? '';
}

/** Free slots of the coming 30 days, as the server has them. */
export async function freeSlots(url: string): Promise<Slot[]> {
  const dateAfter = (count: number) =>
    new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
  const query = new URLSearchParams({ from: dateAfter(0), to: dateAfter(30), timeZone: 'UTC' });
  const answer = await fetch(`${url}${schedulingPaths.slots}?${query}`);
  return slotsSchema.parse(await answer.json()).days.flatMap((day) => day.slots);
}

/** Books past the page, as another visitor would; resolves with the link that manages it. */
export async function bookElsewhere(url: string, startsAt: string): Promise<string> {
  const answer = await fetch(`${url}${schedulingPaths.bookings}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({
      ...{ startsAt, timeZone: 'Europe/London', institution: 'Hill School' },
      ...{ name: 'Grace Hopper', email: 'grace@school.example' },
    }),
  });
  if (answer.status !== 201) throw new Error(`the booking was answered with ${answer.status}`);
  return bookingCreatedSchema.parse(await answer.json()).manageUrl;
}
