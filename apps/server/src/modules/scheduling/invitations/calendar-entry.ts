import { brand } from '@kindling/protocol/brand';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { domainOf, type Mailbox } from '../../../platform/mail/mailbox.ts';
import { oneLine } from '../../../platform/mail/one-line.ts';
import type { BookedEvent, BookingRecord, InvitationMethod } from '../booking-record.ts';

export interface CalendarEntryOptions {
  readonly booking: BookingRecord;
  readonly event: BookedEvent;
  readonly method: InvitationMethod;
  readonly organizer: Mailbox;
  readonly summary: string;
  /** Line breaks are kept. */
  readonly description: string;
  readonly url?: string;
}

/**
 * One iCalendar object (RFC 5545, 5546): UTC times, so no VTIMEZONE; CRLF line ends, folded. The
 * UID and the growing SEQUENCE let calendars move or remove the entry they have.
 */
export function createCalendarEntry(options: CalendarEntryOptions): string {
  const { booking, event, method, organizer } = options;
  const calendar = ical({
    prodId: { company: brand.name, product: 'Scheduling', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    id: `${booking.id}@${domainOf(brand.email)}`,
    sequence: booking.sequence,
    // The moment of the change and not of the writing: the same entry is the same file.
    stamp: booking.updatedAt,
    created: booking.createdAt,
    lastModified: booking.updatedAt,
    start: booking.startsAt,
    end: booking.endsAt,
    status: ICalEventStatus[method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
    summary: oneLine(options.summary),
    description: cleanLines(options.description),
    location: oneLine(event.location),
    ...(options.url === undefined ? {} : { url: options.url }),
    organizer: { name: parameter(organizer.name) || brand.name, email: organizer.address },
    attendees: [
      {
        name: parameter(booking.details.name),
        email: booking.details.email,
        role: ICalAttendeeRole.REQ,
        // They chose the time themselves: nobody needs to be asked again.
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  const content = calendar.toString();
  return content.endsWith('\r\n') ? content : `${content}\r\n`;
}

/**
 * Quotation marks in parameters need an escape (RFC 6868) that Outlook shows as it stands, and some
 * readers take a backslash for the beginning of one.
 */
function parameter(text: string): string {
  return oneLine(text).replaceAll('"', "'").replaceAll('\\', '/');
}

function cleanLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n')
    .trim();
}
