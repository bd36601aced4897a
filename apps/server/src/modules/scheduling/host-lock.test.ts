import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import type { bookingTable } from '../../platform/database/schema.ts';
import { HOST_ID, insertBooking } from './booking-store.ts';
import { withHostLock } from './host-lock.ts';

const MINUTE = 60_000;
const base = Date.parse('2026-01-05T15:00:00Z');

/** A call of 30 minutes with 10 after it, `minutes` after 15:00; no rule of the service asked. */
function row(minutes: number, status: 'confirmed' | 'cancelled' = 'confirmed') {
  const start = base + minutes * MINUTE;
  return {
    id: randomUUID(),
    hostId: HOST_ID,
    status,
    startsAt: new Date(start),
    endsAt: new Date(start + 30 * MINUTE),
    blockedFrom: new Date(start),
    blockedUntil: new Date(start + 40 * MINUTE),
    hostDate: '2026-01-05',
    hostTimeZone: 'America/New_York',
    timeZone: 'UTC',
    details: {
      name: 'Ada',
      email: 'a@b.example',
      institution: '',
      serviceOfInterest: '',
      note: '',
    },
    manageTokenHash: randomUUID(),
    idempotencyKey: randomUUID(),
    requestHash: '',
    createdAt: new Date(base),
    updatedAt: new Date(base),
  } satisfies typeof bookingTable.$inferInsert;
}

function databaseError(code: string): Error {
  return new Error('Failed query', { cause: Object.assign(new Error('refused'), { code }) });
}

describeWithServer('a turn to change bookings', (_server, database) => {
  const store = (given: ReturnType<typeof row>) =>
    withHostLock(database().db, (tx) => insertBooking(tx, given));

  it('has the database itself refuse what overlaps, buffers included', async () => {
    await store(row(0));
    await expect(store(row(0))).rejects.toMatchObject({ code: 'slot_taken' });
    await expect(store(row(39))).rejects.toMatchObject({ code: 'slot_taken' });
    await expect(store(row(-20))).rejects.toMatchObject({ code: 'slot_taken' });
    await store(row(40));
    await store(row(-40));
    await store(row(0, 'cancelled'));
  });

  it.each(['40001', '40P01', '55P03'])(
    'tries again after %s, and gives up as taken',
    async (code) => {
      let attempts = 0;
      const failing = withHostLock(database().db, async () => {
        attempts += 1;
        throw databaseError(code);
      });
      await expect(failing).rejects.toMatchObject({ code: 'slot_taken' });
      expect(attempts).toBe(4);
      const recovering = withHostLock(database().db, async () => {
        attempts += 1;
        if (attempts < 6) throw databaseError(code);
        return 'done';
      });
      await expect(recovering).resolves.toBe('done');
    },
  );

  it('does not hide another fault', async () => {
    const fault = databaseError('57014');
    await expect(withHostLock(database().db, () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
