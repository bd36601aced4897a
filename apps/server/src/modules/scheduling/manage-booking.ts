import type { Booking, bookingRescheduleSchema } from '@kindling/protocol/scheduling';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { checkAvailable, toTimeColumns } from './availability.ts';
import { toBookedEvent, toBooking, toManageUrl } from './booking-answers.ts';
import type { BookingChange, BookingRow, InvitationBooking } from './booking-record.ts';
import { findBooking, updateBooking } from './booking-store.ts';
import { withHostLock } from './host-lock.ts';
import { isToken } from './manage-token.ts';
import type { SchedulingContext } from './scheduling-context.ts';

/** Which booking, and the secret that opens it. */
export interface BookingAccess {
  readonly id: string;
  readonly token: string;
  /** `https://host` that manage links begin with. */
  readonly baseUrl: string;
}

export interface ManagedBooking {
  readonly answer: Booking;
  /** False: it already was as asked. */
  readonly isChanged: boolean;
}

/** @throws `not_found` for an unknown booking and for a wrong secret alike */
export async function readBooking(
  context: SchedulingContext,
  access: BookingAccess,
): Promise<Booking> {
  return toAnswer(context, await openBooking(context.db, access));
}

/** The booking's calendar file: an invitation, or its withdrawal. */
export async function readCalendar(
  context: SchedulingContext,
  access: BookingAccess,
): Promise<{ readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }> {
  const booking = await openBooking(context.db, access);
  const method = booking.status === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const invitation = toInvitation(context, booking, access);
  return { method, content: context.invitations.createInvitation(invitation, method) };
}

/**
 * Moves a call; its old time is free at once.
 *
 * @throws `slot_taken` and `booking_closed`
 */
export async function rescheduleBooking(
  context: SchedulingContext,
  access: BookingAccess,
  { startsAt, timeZone }: z.output<typeof bookingRescheduleSchema>,
): Promise<ManagedBooking> {
  const start = Date.parse(startsAt);
  return change(context, access, async (tx, booking) => {
    if (booking.status === 'cancelled') throw closed('This call was cancelled.');
    checkNotBegun(context, booking);
    // A repeated request: the call already is where it should be.
    if (booking.startsAt.getTime() === start) return null;
    await checkAvailable(tx, context, { start, without: booking.id });
    const columns = { ...toTimeColumns(context, start), timeZone };
    const previousStartsAt = booking.startsAt;
    return { columns, change: { kind: 'rescheduled', previousStartsAt } };
  });
}

/**
 * Cancels a call; cancelling again changes nothing.
 *
 * @throws `booking_closed` once it has begun
 */
export async function cancelBooking(
  context: SchedulingContext,
  access: BookingAccess,
  reason: string,
): Promise<ManagedBooking> {
  return change(context, access, async (_tx, booking) => {
    if (booking.status === 'cancelled') return null;
    checkNotBegun(context, booking);
    const columns = { status: 'cancelled' as const, cancelReason: reason };
    return { columns, change: { kind: 'cancelled' } };
  });
}

interface PlannedChange {
  readonly columns: Parameters<typeof updateBooking>[2];
  readonly change: BookingChange;
}

async function change(
  context: SchedulingContext,
  access: BookingAccess,
  plan: (tx: Database, booking: BookingRow) => Promise<PlannedChange | null>,
): Promise<ManagedBooking> {
  // Nobody waits for a turn without the right secret.
  await openBooking(context.db, access);
  const result = await withHostLock(context.db, async (tx) => {
    const booking = await openBooking(tx, access);
    const planned = await plan(tx, booking);
    if (planned === null) return { row: booking, isChanged: false };
    const updatedAt = new Date(context.clock.now());
    const row = await updateBooking(tx, booking.id, { ...planned.columns, updatedAt });
    const invitation = toInvitation(context, row, access);
    await context.mail.enqueue(tx, context.invitations.composeMails(invitation, planned.change));
    return { row, isChanged: true };
  });
  if (result.isChanged) context.mail.wake();
  return { answer: toAnswer(context, result.row), isChanged: result.isChanged };
}

async function openBooking(db: Database, { id, token }: BookingAccess): Promise<BookingRow> {
  const booking = await findBooking(db, id);
  if (booking !== null && isToken(token, booking.manageTokenHash)) return booking;
  throw new ApiError('not_found', 'There is no such booking, or the link to it is not whole.');
}

function checkNotBegun({ clock }: SchedulingContext, booking: BookingRow): void {
  if (booking.startsAt.getTime() <= clock.now()) throw closed('This call has already begun.');
}

function closed(why: string): ApiError {
  return new ApiError('booking_closed', `${why} Book a new one instead.`);
}

function toAnswer({ schedule, mail }: SchedulingContext, booking: BookingRow): Booking {
  return toBooking(booking, toBookedEvent(schedule), mail.delivery);
}

function toInvitation(
  { schedule }: SchedulingContext,
  booking: BookingRow,
  { token, baseUrl }: BookingAccess,
): InvitationBooking {
  const manageUrl = toManageUrl(baseUrl, booking.id, token);
  return { booking, event: toBookedEvent(schedule), manageUrl };
}
