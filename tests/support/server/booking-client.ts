import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import {
  bookingCreatedSchema,
  operatorBookingSchema,
  schedulingPaths,
  slotsSchema,
} from '@kindling/protocol/scheduling';
import { makeDataFolder, type RunningKindling, startKindling } from './kindling.ts';
import { privateToken } from './stored-calls.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Open day and night, so that a test finds free times whenever it runs. */
const schedule = {
  hostTimeZone: 'UTC',
  workingHours: Object.fromEntries(days.map((day) => [day, ['00:00-24:00']])),
  minimumNoticeMinutes: 0,
  bufferAfterMinutes: 0,
  dailyCap: 48,
};

export interface BookingKindlingOptions {
  readonly dataFolder?: string;
  readonly databaseUrl?: string;
}

/** The real product with a host who is available day and night. */
export async function startBookingKindling(
  options: BookingKindlingOptions = {},
): Promise<RunningKindling> {
  const dataFolder = options.dataFolder ?? (await makeDataFolder());
  const file = join(dataFolder, 'scheduling.json');
  writeFileSync(file, JSON.stringify(schedule));
  return startKindling({
    dataFolder,
    env: {
      SCHEDULING_FILE: file,
      // Tests come from one address and would be taken for a flood.
      FORM_RATE_PER_IP: '1000000',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    },
  });
}

/** A day that no midnight during a run reaches, and the same one all through. */
const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** Free starts of one day to come, UTC. */
export async function freeStarts({ url }: RunningKindling): Promise<string[]> {
  const query = new URLSearchParams({ from: DAY, to: DAY, timeZone: 'UTC' });
  const answer = await fetch(`${url}${schedulingPaths.slots}?${query}`);
  const { days: free } = slotsSchema.parse(await answer.json());
  return free.flatMap((day) => day.slots.map((slot) => slot.startsAt));
}

export interface BookingAttempt {
  readonly startsAt: string;
  readonly key: string;
  readonly name: string;
}

export interface BookingOutcome {
  readonly status: number;
  readonly body: unknown;
}

/** On a separate connection, as every visitor has; the client closes none of them, however many there are. */
export async function attemptBooking(
  { url }: RunningKindling,
  { startsAt, key, name }: BookingAttempt,
): Promise<BookingOutcome> {
  const post = request(`${url}${schedulingPaths.bookings}`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  });
  post.end(JSON.stringify({ startsAt, timeZone: 'UTC', name, email: 'ada@school.example' }));
  const [answer] = (await once(post, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await json(answer) };
}

export function createdBooking(outcome: BookingOutcome) {
  return bookingCreatedSchema.parse(outcome.body);
}

/** Every booking of the coming days, as the operator sees them. */
export async function operatorBookings({ url, dataFolder }: RunningKindling) {
  const answer = await fetch(`${url}${schedulingPaths.bookings}`, {
    headers: { Authorization: `Bearer ${privateToken(dataFolder)}` },
  });
  return operatorBookingSchema.array().parse(await answer.json());
}
