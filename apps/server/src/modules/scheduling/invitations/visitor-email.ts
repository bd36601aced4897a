import { schedulingPaths } from '@kindling/protocol/scheduling';
import { oneLine } from '../../../platform/mail/one-line.ts';
import type { EmailFact, EmailTemplate } from '../../../platform/mail/template/email-template.ts';
import type { BookingChange, BookingRecord, InvitationBooking } from '../booking-record.ts';
import { type DescribedTime, describeTime } from './describe-time.ts';

const REASON =
  'You get this mail because this address was given when the call was booked. If that was not you, the link above cancels it.';

/** What the visitor reads. Nothing they typed but their name: a form must not carry letters to strangers. */
export function visitorEmail(
  invitation: InvitationBooking,
  change: BookingChange,
): { readonly subject: string; readonly template: EmailTemplate } {
  const { booking, event } = invitation;
  const time = describeTime(booking.startsAt, booking.endsAt, booking.timeZone);
  const facts = [...timeFacts(booking, change, time), ...eventFacts(invitation)];
  const greeting = `Hello${greetedName(booking.details.name)},`;
  if (change.kind === 'cancelled') {
    return {
      subject: `Cancelled: ${event.title}, ${time.short}`,
      template: {
        preview: `${time.range}, ${time.zone}`,
        heading: 'Your call is cancelled',
        intro: [`${greeting} this call will not take place. There is nothing else for you to do.`],
        facts,
        action: { label: 'Choose another time', href: pageBeside(invitation.manageUrl) },
        outro: ['The calendar file in this mail takes the call out of your calendar.'],
        reason: 'You get this mail because this address was given when the call was booked.',
      },
    };
  }
  const isMoved = change.kind === 'rescheduled';
  return {
    subject: `${isMoved ? 'New time' : 'Booked'}: ${event.title}, ${time.short}`,
    template: {
      preview: `${time.range}, ${time.zone}`,
      heading: isMoved ? `New time: ${time.day}` : `We talk on ${time.day}`,
      intro: [
        isMoved
          ? `${greeting} your call has moved. The new time is yours.`
          : `${greeting} thank you for making time. Your call is booked.`,
        ...(event.description === '' ? [] : [event.description]),
      ],
      facts,
      action: { label: 'Move or cancel the call', href: invitation.manageUrl },
      outro: [
        'The link is yours alone: anyone who has it can change the booking.',
        isMoved
          ? 'The calendar file in this mail moves the call in your calendar.'
          : 'The calendar file in this mail puts the call into your calendar.',
      ],
      reason: REASON,
    },
  };
}

function timeFacts(
  booking: BookingRecord,
  change: BookingChange,
  time: DescribedTime,
): readonly EmailFact[] {
  const host = describeTime(booking.startsAt, booking.endsAt, booking.hostTimeZone);
  const isSame = host.range === time.range && host.zone === time.zone;
  const isPast = change.kind === 'cancelled';
  return [
    { label: 'When', value: `${time.range}\n${time.zone}`, isPast },
    ...(isSame ? [] : [{ label: 'Our time', value: `${host.range}\n${host.zone}`, isPast }]),
    ...(change.kind === 'rescheduled' ? [previousFact(booking, change.previousStartsAt)] : []),
  ];
}

/** Where the call was before it moved, in the visitor's zone. */
export function previousFact(
  booking: BookingRecord,
  previousStartsAt: Date,
  timeZone = booking.timeZone,
): EmailFact {
  const duration = booking.endsAt.getTime() - booking.startsAt.getTime();
  const previousEnd = new Date(previousStartsAt.getTime() + duration);
  const previous = describeTime(previousStartsAt, previousEnd, timeZone);
  return { label: 'Before', value: `${previous.range}\n${previous.zone}`, isPast: true };
}

function eventFacts({ event }: InvitationBooking): readonly EmailFact[] {
  return [
    { label: 'What', value: event.title },
    { label: 'Where', value: event.location },
    { label: 'With', value: event.hostName },
  ];
}

/** Anyone can book with anyone's address: what looks like an advertisement is not passed on as a name. */
function greetedName(name: string): string {
  const line = oneLine(name);
  return line.length > 60 || /[/@\\]|www\.|\.\w{2,}/i.test(line) ? '' : ` ${line}`;
}

function pageBeside(manageUrl: string): string {
  return new URL(schedulingPaths.demoPage, manageUrl).href;
}
