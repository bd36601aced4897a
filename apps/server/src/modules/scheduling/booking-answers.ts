import type {
  Booking,
  BookingCreated,
  EventType,
  MailDelivery,
  OperatorBooking,
} from '@kindling/protocol/scheduling';
import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { BookedEvent, BookingRecord, InvitationBooking } from './booking-record.ts';
import type { Schedule } from './settings/schedule-schema.ts';
import { bookableDates } from './slots/available-starts.ts';
import { toInstantText } from './slots/local-time.ts';

export function toEventType(schedule: Schedule, now: number): EventType {
  return {
    ...toBookedEvent(schedule),
    durationMinutes: schedule.durationMinutes,
    hostTimeZone: schedule.hostTimeZone,
    ...bookableDates({ schedule, now }),
  };
}

export function toBookedEvent(schedule: Schedule): BookedEvent {
  const { title, description, location, hostName } = schedule;
  return { title, description, location, hostName };
}

/** Where the visitor manages a booking; the secret stands after the `#`, which browsers never send. */
export function toManageUrl(baseUrl: string, bookingId: string, token: string): string {
  return `${baseUrl}${schedulingPaths.bookingPage(bookingId)}#${token}`;
}

export function toBooking(
  booking: BookingRecord,
  { title, location, hostName }: BookedEvent,
  mailDelivery: MailDelivery,
): Booking {
  const { name, email, institution, serviceOfInterest, note } = booking.details;
  return {
    id: booking.id,
    status: booking.status,
    startsAt: toInstantText(booking.startsAt.getTime()),
    endsAt: toInstantText(booking.endsAt.getTime()),
    timeZone: booking.timeZone,
    hostTimeZone: booking.hostTimeZone,
    title,
    location,
    hostName,
    name,
    email,
    institution,
    serviceOfInterest,
    note,
    mailDelivery,
    cancelReason: booking.cancelReason,
  };
}

export function toBookingCreated(
  { booking, event, manageUrl }: InvitationBooking,
  manageToken: string,
  mailDelivery: MailDelivery,
): BookingCreated {
  return { ...toBooking(booking, event, mailDelivery), manageToken, manageUrl };
}

export function toOperatorBooking(
  booking: BookingRecord,
  event: BookedEvent,
  mailDelivery: MailDelivery,
): OperatorBooking {
  return {
    ...toBooking(booking, event, mailDelivery),
    utm: { ...booking.details.utm },
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
  };
}
