import { brand } from '@kindling/protocol/brand';
import type { MailMessage } from '../../../platform/database/schema.ts';
import { type Mailbox, readMailbox } from '../../../platform/mail/mailbox.ts';
import { oneLine } from '../../../platform/mail/one-line.ts';
import { templateBodies } from '../../../platform/mail/template/template-bodies.ts';
import type {
  BookingChange,
  InvitationBooking,
  InvitationMethod,
  Invitations,
} from '../booking-record.ts';
import { createCalendarEntry } from './calendar-entry.ts';
import { operatorEmail } from './operator-email.ts';
import { visitorEmail } from './visitor-email.ts';

export interface InvitationsOptions {
  /** MAIL_FROM: the organizer of every entry. */
  readonly from: string;
  /** Who hears of bookings. */
  readonly notify: string;
}

/**
 * The words and calendar files around bookings.
 *
 * @throws when `from` is not one mailbox
 */
export function createInvitations({ from, notify }: InvitationsOptions): Invitations {
  const organizer = readMailbox(from);
  if (organizer === null) throw new TypeError('the sender is not a mailbox');
  return {
    createInvitation: (invitation, method) => visitorEntry(invitation, method, organizer),
    composeMails: (invitation, change) => [
      visitorMail(invitation, change, organizer),
      operatorMail(invitation, change, { organizer, notify }),
    ],
  };
}

function visitorMail(
  invitation: InvitationBooking,
  change: BookingChange,
  organizer: Mailbox,
): MailMessage {
  const { name, email } = invitation.booking.details;
  const { subject, template } = visitorEmail(invitation, change);
  const method = methodOf(change);
  return {
    to: { name: oneLine(name), address: email },
    subject: oneLine(subject),
    ...templateBodies(template),
    calendar: { method, content: visitorEntry(invitation, method, organizer) },
  };
}

function visitorEntry(
  { booking, event, manageUrl }: InvitationBooking,
  method: InvitationMethod,
  organizer: Mailbox,
): string {
  const isCancelled = method === 'CANCEL';
  const description = [event.description, isCancelled ? '' : `Move or cancel: ${manageUrl}`];
  return createCalendarEntry({
    booking,
    event,
    method,
    organizer,
    summary: `${brand.name}: ${event.title}`,
    description: description.filter((line) => line !== '').join('\n\n'),
    ...(isCancelled ? {} : { url: manageUrl }),
  });
}

function operatorMail(
  invitation: InvitationBooking,
  change: BookingChange,
  { organizer, notify }: { readonly organizer: Mailbox; readonly notify: string },
): MailMessage {
  const { booking, event } = invitation;
  const { subject, template } = operatorEmail(invitation, change);
  const method = methodOf(change);
  const name = oneLine(booking.details.name);
  return {
    to: { name: brand.name, address: notify },
    replyTo: { name, address: booking.details.email },
    subject: oneLine(subject),
    ...templateBodies(template),
    calendar: {
      method,
      content: createCalendarEntry({
        booking,
        event,
        method,
        organizer,
        summary: `${event.title}: ${name}`,
        description: template.facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      }),
    },
  };
}

function methodOf({ kind }: BookingChange): InvitationMethod {
  return kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
}
