import type { BookingDetails, bookingTable, MailMessage } from '../../platform/database/schema.ts';

/** A booking as it is stored. */
export type BookingRow = typeof bookingTable.$inferSelect;

/** What mails and calendar entries may know of a booking. Times are exact moments; zones are IANA names. */
export interface BookingRecord {
  readonly id: string;
  readonly status: 'confirmed' | 'cancelled';
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The visitor's zone. */
  readonly timeZone: string;
  readonly hostTimeZone: string;
  readonly details: BookingDetails;
  /** The visitor's words; null unless cancelled. */
  readonly cancelReason: string | null;
  /** SEQUENCE of the calendar entry: 0, then one more with each change. */
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is booked, in words, from the schedule's settings. */
export interface BookedEvent {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly hostName: string;
}

/** A booking with all that its calendar entry says. */
export interface InvitationBooking {
  readonly booking: BookingRecord;
  readonly event: BookedEvent;
  /** Absolute; holds the secret that manages the booking, so it is for the visitor alone. */
  readonly manageUrl: string;
}

/** METHOD of an iCalendar object (RFC 5546). */
export type InvitationMethod = 'REQUEST' | 'CANCEL';

/** Why mail is owed; `previousStartsAt` is where the call was before it moved. */
export type BookingChange =
  | { readonly kind: 'created' }
  | { readonly kind: 'rescheduled'; readonly previousStartsAt: Date }
  | { readonly kind: 'cancelled' };

/** The words and calendar files around a booking; pure functions, made in `invitations/`. */
export interface Invitations {
  /** Content of an `.ics` file, CRLF line ends; the same UID for a booking's whole life. */
  createInvitation(booking: InvitationBooking, method: InvitationMethod): string;
  /** The mails that a change owes: to the visitor, and to the operator. */
  composeMails(booking: InvitationBooking, change: BookingChange): readonly MailMessage[];
}
