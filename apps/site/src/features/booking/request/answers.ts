import type {
  Booking,
  BookingCreated,
  EventType,
  Slot,
  Slots,
} from '@kindling/protocol/scheduling';
import {
  date,
  instant,
  list,
  nullable,
  number,
  oneOf,
  type Reader,
  shape,
  text,
} from './read-json.ts';

/** The answers of the scheduling service; the types are the contract's, and a test holds these to its schemas. */

export const readEventType: Reader<EventType> = shape({
  title: text,
  description: text,
  durationMinutes: number,
  location: text,
  hostName: text,
  hostTimeZone: text,
  firstDate: date,
  lastDate: date,
});

const readSlot: Reader<Slot> = shape({ startsAt: instant, endsAt: instant });

export const readSlots: Reader<Slots> = shape({
  timeZone: text,
  hostTimeZone: text,
  days: list(shape({ date, slots: list(readSlot) })),
  nextDate: nullable(date),
});

const bookingFields = {
  id: text,
  status: oneOf('confirmed', 'cancelled'),
  title: text,
  startsAt: instant,
  endsAt: instant,
  timeZone: text,
  hostTimeZone: text,
  hostName: text,
  location: text,
  name: text,
  email: text,
  institution: text,
  serviceOfInterest: text,
  note: text,
  mailDelivery: oneOf('smtp', 'outbox'),
  cancelReason: nullable(text),
} as const;

export const readBooking: Reader<Booking> = shape(bookingFields);

export const readBookingCreated: Reader<BookingCreated> = shape({
  ...bookingFields,
  manageToken: text,
  manageUrl: text,
});

interface Refusal {
  readonly code: string;
  readonly message: string;
}

export const readRefusal: Reader<Refusal> = shape({ code: text, message: text });

export const readFieldErrors = shape({ fields: list(shape({ path: text, message: text })) });
