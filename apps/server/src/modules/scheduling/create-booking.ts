import { randomUUID } from 'node:crypto';
import type { BookingCreated, bookingCreateSchema } from '@kindling/protocol/scheduling';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { BookingDetails } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { sha256 } from '../../platform/secrets/sha256.ts';
import { checkAvailable, toTimeColumns } from './availability.ts';
import { toBookedEvent, toBookingCreated, toManageUrl } from './booking-answers.ts';
import type { BookingRow, InvitationBooking } from './booking-record.ts';
import { findByIdempotencyKey, HOST_ID, insertBooking } from './booking-store.ts';
import { withHostLock } from './host-lock.ts';
import { createHoneypotToken, isToken } from './manage-token.ts';
import type { SchedulingContext } from './scheduling-context.ts';

export type BookingRequest = z.output<typeof bookingCreateSchema>;

export interface CreateOptions {
  readonly idempotencyKey: string;
  /** `https://host` that manage links begin with. */
  readonly baseUrl: string;
}

export interface CreatedBooking {
  readonly answer: BookingCreated;
  /** False: the answer of an earlier request with this key, or one that only looks like a booking. */
  readonly isNew: boolean;
}

/**
 * Books a call; the same key with the same request answers the same booking again.
 *
 * @throws `slot_taken` and `idempotency_mismatch`
 */
export async function createBooking(
  context: SchedulingContext,
  request: BookingRequest,
  { idempotencyKey, baseUrl }: CreateOptions,
): Promise<CreatedBooking> {
  if (request.website) return { answer: honeypotBooking(context, request, baseUrl), isNew: false };
  const attempt = {
    keyHash: sha256(idempotencyKey),
    requestHash: hashRequest(request),
    start: Date.parse(request.startsAt),
    baseUrl,
  };
  const earlier = await findEarlier(context.db, attempt);
  if (earlier !== null) return answerAgain(context, earlier, baseUrl);
  // A slot that is already taken is rejected immediately, without waiting for the lock.
  await checkAvailable(context.db, context, attempt).catch(async (error: unknown) => {
    // Unless the booking in the way is this very one, stored since the look above.
    if ((await findEarlier(context.db, attempt)) === null) throw error;
  });
  const result = await withHostLock(context.db, (tx) => book(tx, context, { ...attempt, request }));
  if (!result.isNew) return answerAgain(context, result.row, baseUrl);
  context.mail.wake();
  return { answer: toAnswer(context, result.row, baseUrl), isNew: true };
}

interface Attempt {
  readonly keyHash: string;
  readonly requestHash: string;
  readonly start: number;
  readonly baseUrl: string;
}

async function book(
  tx: Database,
  context: SchedulingContext,
  attempt: Attempt & { readonly request: BookingRequest },
): Promise<{ row: BookingRow; isNew: boolean }> {
  const earlier = await findEarlier(tx, attempt);
  if (earlier !== null) return { row: earlier, isNew: false };
  await checkAvailable(tx, context, attempt);
  const row = await insertBooking(tx, toRow(context, attempt));
  const invitation = toInvitation(context, row, attempt.baseUrl);
  await context.mail.enqueue(tx, context.invitations.composeMails(invitation, { kind: 'created' }));
  return { row, isNew: true };
}

function toRow(
  context: SchedulingContext,
  { request, start, keyHash, requestHash }: Attempt & { readonly request: BookingRequest },
) {
  const id = randomUUID();
  const now = new Date(context.clock.now());
  return {
    ...toTimeColumns(context, start),
    id,
    hostId: HOST_ID,
    status: 'confirmed' as const,
    timeZone: request.timeZone,
    details: toDetails(request),
    manageTokenHash: sha256(context.tokens.tokenFor(id)),
    idempotencyKey: keyHash,
    requestHash,
    createdAt: now,
    updatedAt: now,
  };
}

function toDetails({
  name,
  email,
  institution,
  serviceOfInterest,
  note,
  utm,
}: BookingRequest): BookingDetails {
  const details = { name, email, institution, serviceOfInterest, note };
  return utm === undefined ? details : { ...details, utm };
}

async function findEarlier(db: Database, attempt: Attempt): Promise<BookingRow | null> {
  const earlier = await findByIdempotencyKey(db, attempt.keyHash);
  if (earlier === null || earlier.requestHash === attempt.requestHash) return earlier;
  throw new ApiError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Send a new key with a new request.',
  );
}

function answerAgain(context: SchedulingContext, row: BookingRow, baseUrl: string): CreatedBooking {
  if (!isToken(context.tokens.tokenFor(row.id), row.manageTokenHash)) {
    throw new ApiError(
      'idempotency_mismatch',
      'This booking was made before the server lost its secret. Use the link in its mail.',
    );
  }
  return { answer: toAnswer(context, row, baseUrl), isNew: false };
}

function toAnswer(context: SchedulingContext, row: BookingRow, baseUrl: string): BookingCreated {
  const token = context.tokens.tokenFor(row.id);
  return toBookingCreated(toInvitation(context, row, baseUrl), token, context.mail.delivery);
}

function toInvitation(
  { schedule, tokens }: SchedulingContext,
  booking: BookingRow,
  baseUrl: string,
): InvitationBooking {
  return {
    booking,
    event: toBookedEvent(schedule),
    manageUrl: toManageUrl(baseUrl, booking.id, tokens.tokenFor(booking.id)),
  };
}

/** What a machine that filled the hidden field gets: a booking like any other, kept nowhere. */
function honeypotBooking(
  context: SchedulingContext,
  request: BookingRequest,
  baseUrl: string,
): BookingCreated {
  const token = createHoneypotToken();
  const attempt = { start: Date.parse(request.startsAt), keyHash: '', requestHash: '', baseUrl };
  const row = toRow(context, { ...attempt, request });
  const booking = { ...row, cancelReason: null, sequence: 0 };
  const manageUrl = toManageUrl(baseUrl, row.id, token);
  const invitation = { booking, event: toBookedEvent(context.schedule), manageUrl };
  return toBookingCreated(invitation, token, context.mail.delivery);
}

/** Two requests are the same when they would make the same booking. */
function hashRequest(request: BookingRequest): string {
  const { startsAt, timeZone, utm = {}, ...rest } = request;
  const { name, email, institution, serviceOfInterest, note } = rest;
  const campaign = Object.entries(utm).sort(([one], [other]) => (one < other ? -1 : 1));
  const details = [name, email, institution, serviceOfInterest, note, campaign];
  return sha256(JSON.stringify([Date.parse(startsAt), timeZone, ...details]));
}
