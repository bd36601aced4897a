/** The contract between the booking pages, the embedding widget and the scheduling service. */
import { z } from 'zod';

export { schedulingPaths } from './scheduling-paths.ts';

/** A moment in UTC with a `Z`, such as `2026-11-02T14:00:00Z`. */
const instantSchema = z.iso.datetime();
const dateSchema = z.iso.date();

/** An IANA time zone that this runtime knows. Never throws on odd input. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as America/New_York.');

function isTimeZone(name: string): boolean {
  // An offset such as +02:00 is accepted by Intl too, but is no place: it has no summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `GET /scheduling/api/event-type`: what is booked, and how far ahead. */
export const eventTypeSchema = z.object({
  title: z.string(),
  description: z.string(),
  durationMinutes: z.number().int(),
  /** Where the call takes place, in words. */
  location: z.string(),
  hostName: z.string(),
  hostTimeZone: z.string(),
  /** First and last date, in the host's zone, on which something may be offered. */
  firstDate: dateSchema,
  lastDate: dateSchema,
});
export type EventType = z.infer<typeof eventTypeSchema>;

/** `GET /scheduling/api/slots?from&to&timeZone`: at most 62 days of the visitor's zone, both ends included. */
export const slotsQuerySchema = z.object({
  from: dateSchema,
  to: dateSchema,
  timeZone: timeZoneSchema,
});

export const slotSchema = z.object({ startsAt: instantSchema, endsAt: instantSchema });
export type Slot = z.infer<typeof slotSchema>;

export const slotsSchema = z.object({
  timeZone: z.string(),
  hostTimeZone: z.string(),
  /** Days of the visitor's zone that have free slots, in order; days without any are left out. */
  days: z.array(z.object({ date: dateSchema, slots: z.array(slotSchema) })),
  /** The first free date after `to`, when the range has none. */
  nextDate: dateSchema.nullable(),
});
export type Slots = z.infer<typeof slotsSchema>;

/** Keys a client may send in `Idempotency-Key`; a repeated request with the same key answers the same booking. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{16,128}$/);

const utmSchema = z
  .record(z.string().max(40), z.string().max(200))
  .refine((utm) => Object.keys(utm).length <= 20, 'may have at most 20 entries.');

/** `POST /scheduling/api/bookings`, with the header `Idempotency-Key`. */
export const bookingCreateSchema = z.object({
  startsAt: instantSchema,
  timeZone: timeZoneSchema,
  name: z.string().trim().min(2, 'Please enter your name').max(200),
  email: z.string().trim().max(254).pipe(z.email('Please enter a valid email address')),
  institution: z.string().trim().max(200).default(''),
  serviceOfInterest: z.string().trim().max(100).default(''),
  note: z.string().trim().max(2_000).default(''),
  utm: utmSchema.optional(),
  /** People never see this field and never fill it. */
  website: z.string().max(200).optional(),
});
export type BookingCreate = z.input<typeof bookingCreateSchema>;

export const bookingStatusSchema = z.enum(['confirmed', 'cancelled']);

/** What became of the confirmation's mail: given to a mail server, or only written to this machine's outbox folder. */
export const mailDeliverySchema = z.enum(['smtp', 'outbox']);
export type MailDelivery = z.infer<typeof mailDeliverySchema>;

/** A booking as its visitor sees it. */
export const bookingSchema = z.object({
  id: z.uuid(),
  status: bookingStatusSchema,
  title: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** The visitor's zone. */
  timeZone: z.string(),
  hostTimeZone: z.string(),
  hostName: z.string(),
  location: z.string(),
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  serviceOfInterest: z.string(),
  note: z.string(),
  mailDelivery: mailDeliverySchema,
  /** Why it was cancelled, in the visitor's words; null otherwise. */
  cancelReason: z.string().nullable(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** Answer of a new booking: the booking, and the secret that manages it (shown here and in the mail, stored hashed). */
export const bookingCreatedSchema = bookingSchema.extend({
  manageToken: z.string(),
  /** `/scheduling/booking/{id}#{manageToken}` under the public address. */
  manageUrl: z.string(),
});
export type BookingCreated = z.infer<typeof bookingCreatedSchema>;

/** `GET /scheduling/api/bookings?from&to` with a private key: dates of the host's calendar, both included. */
export const bookingListQuerySchema = z.object({
  /** Today unless given. */
  from: dateSchema.optional(),
  /** The last date that may be booked unless given; at most 366 days after `from`. */
  to: dateSchema.optional(),
});

/** A booking as the operator sees it. */
export const operatorBookingSchema = bookingSchema.extend({
  utm: utmSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type OperatorBooking = z.infer<typeof operatorBookingSchema>;

/** `POST …/reschedule`, with `Authorization: Bearer {manageToken}`, as for reading, cancelling and the calendar file. */
export const bookingRescheduleSchema = z.object({
  startsAt: instantSchema,
  timeZone: timeZoneSchema,
});

export const bookingCancelSchema = z.object({ reason: z.string().trim().max(500).default('') });

/** What the booking page tells the page that embeds it: `{ event, payload }`, ids and times only. */
export type WidgetMessage =
  | { readonly event: 'calendly.event_type_viewed'; readonly payload: Record<string, never> }
  | { readonly event: 'calendly.date_and_time_selected'; readonly payload: Record<string, never> }
  | {
      readonly event: 'calendly.event_scheduled';
      readonly payload: {
        readonly event: { readonly uri: string };
        readonly invitee: { readonly uri: string };
      };
    }
  /** A length with its unit, such as `1200px`. */
  | { readonly event: 'calendly.page_height'; readonly payload: { readonly height: string } };
