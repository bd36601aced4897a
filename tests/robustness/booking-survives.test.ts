import { randomUUID } from 'node:crypto';
import { bookingSchema, schedulingPaths } from '@kindling/protocol/scheduling';
import { expect, it } from 'vitest';
import {
  attemptBooking,
  createdBooking,
  freeStarts,
  operatorBookings,
  startBookingKindling,
} from '../support/server/booking-client.ts';

it('kill -9 right after the 201: the booking is there, its link works, a retry answers it', async () => {
  const first = await startBookingKindling();
  const [startsAt = '', later = ''] = await freeStarts(first);
  const attempt = { startsAt, key: randomUUID(), name: 'Ada Lovelace' };
  const outcome = await attemptBooking(first, attempt);
  await first.kill();
  expect(outcome.status).toBe(201);
  const booking = createdBooking(outcome);

  const second = await startBookingKindling({ dataFolder: first.dataFolder });
  try {
    const stored = await operatorBookings(second);
    expect(stored.map(({ id }) => id)).toEqual([booking.id]);
    expect(await freeStarts(second)).not.toContain(startsAt);

    // The client that never heard the answer asks again.
    const retried = createdBooking(await attemptBooking(second, attempt));
    expect([retried.id, retried.manageToken]).toEqual([booking.id, booking.manageToken]);

    const manage = async (path: string, body?: object) => {
      const answer = await fetch(`${second.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${booking.manageToken}`,
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return bookingSchema.parse(await answer.json());
    };
    expect((await manage(schedulingPaths.booking(booking.id))).startsAt).toBe(startsAt);
    const move = { startsAt: later, timeZone: 'Asia/Tokyo' };
    expect((await manage(schedulingPaths.reschedule(booking.id), move)).startsAt).toBe(later);
    expect((await manage(schedulingPaths.cancel(booking.id), {})).status).toBe('cancelled');
    const free = await freeStarts(second);
    expect([free.includes(startsAt), free.includes(later)]).toEqual([true, true]);
  } finally {
    await second.stop();
  }
});
