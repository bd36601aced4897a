import { randomUUID } from 'node:crypto';
import { errorBodySchema } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../apps/server/testing/databases/test-databases.ts';
import {
  attemptBooking,
  createdBooking,
  freeStarts,
  operatorBookings,
  startBookingKindling,
} from '../support/server/booking-client.ts';
import type { RunningKindling } from '../support/server/kindling.ts';

const ATTEMPTS = 300;
const SLOTS = 8;
const postgres = process.env.TEST_DATABASE_URL;

describe('hundreds of attempts at once on the same few times', () => {
  it('on PGlite: every time goes to one of them, and the others hear that it is taken', async () => {
    const kindling = await startBookingKindling();
    try {
      await race(kindling);
    } finally {
      await kindling.stop();
    }
  });

  it.skipIf(!postgres)(
    `on PostgreSQL${postgres ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}: the same`,
    async () => {
      const database = await createPostgresDatabase(postgres ?? '');
      try {
        const kindling = await startBookingKindling({ databaseUrl: database.url });
        try {
          await race(kindling);
        } finally {
          await kindling.stop();
        }
      } finally {
        await database.drop();
      }
    },
  );
});

async function race(kindling: RunningKindling): Promise<void> {
  const starts = (await freeStarts(kindling)).slice(0, SLOTS);
  expect(starts).toHaveLength(SLOTS);
  const attempts = Array.from({ length: ATTEMPTS }, (_, index) => ({
    startsAt: starts[index % SLOTS] ?? '',
    // Every tenth is the impatient repetition of the one a round before it.
    key: `attempt-${index % 10 === 9 ? index - SLOTS : index}-of-the-race`,
    name: `Visitor ${index % 10 === 9 ? index - SLOTS : index}`,
  }));
  const outcomes = await Promise.all(attempts.map((one) => attemptBooking(kindling, one)));

  expect(outcomes.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const codes = outcomes
    .filter(({ status }) => status === 409)
    .map(({ body }) => errorBodySchema.parse(body).code);
  expect(new Set(codes)).toEqual(new Set(['slot_taken']));
  const winners = outcomes.filter(({ status }) => status === 201).map(createdBooking);
  expect(
    winners
      .map(({ startsAt }) => startsAt)
      .filter(unique)
      .toSorted(),
  ).toEqual(starts);
  // A sender that won twice has sent the same request twice, and has one booking.
  expect(winners.map(({ id }) => id).filter(unique)).toHaveLength(SLOTS);
  expect(winners.map(({ manageToken }) => manageToken).filter(unique)).toHaveLength(SLOTS);

  const stored = await operatorBookings(kindling);
  expect(stored.map(({ startsAt }) => startsAt)).toEqual(starts);
  expect((await freeStarts(kindling)).filter((start) => starts.includes(start))).toEqual([]);
  // The server still works: a late request is refused, and another time can be booked.
  const late = { startsAt: starts[0] ?? '', key: randomUUID(), name: 'Too Late' };
  expect((await attemptBooking(kindling, late)).status).toBe(409);
  const other = { ...late, startsAt: (await freeStarts(kindling))[0] ?? '', key: randomUUID() };
  expect((await attemptBooking(kindling, other)).status).toBe(201);
}

function unique(value: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(value) === index;
}
