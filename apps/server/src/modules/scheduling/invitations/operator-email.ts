import { oneLine } from '../../../platform/mail/one-line.ts';
import type { EmailFact, EmailTemplate } from '../../../platform/mail/template/email-template.ts';
import type { BookingChange, InvitationBooking } from '../booking-record.ts';
import { describeTime } from './describe-time.ts';
import { previousFact } from './visitor-email.ts';

const SUBJECTS = {
  created: 'New booking',
  rescheduled: 'Booking moved',
  cancelled: 'Booking cancelled',
} as const;

const INTROS = {
  created: 'A call was booked on the site. Answer this mail and it goes to the visitor.',
  rescheduled: 'The visitor moved the call. Answer this mail and it goes to them.',
  cancelled: 'The visitor cancelled the call; the time is free again.',
} as const;

/** What the operator reads: everything the visitor gave, in the host's time, without the visitor's secret link. */
export function operatorEmail(
  { booking, event }: InvitationBooking,
  change: BookingChange,
): { readonly subject: string; readonly template: EmailTemplate } {
  const { details } = booking;
  const name = oneLine(details.name);
  const who = details.institution === '' ? name : `${name}, ${oneLine(details.institution)}`;
  const host = describeTime(booking.startsAt, booking.endsAt, booking.hostTimeZone);
  const visitor = describeTime(booking.startsAt, booking.endsAt, booking.timeZone);
  const isPast = change.kind === 'cancelled';
  const subject = `${SUBJECTS[change.kind]}: ${who}, ${host.short}`;
  const facts: EmailFact[] = [
    { label: 'When', value: `${host.range}\n${host.zone}`, isPast },
    { label: 'For them', value: `${visitor.range}\n${visitor.zone}`, isPast },
    ...(change.kind === 'rescheduled'
      ? [previousFact(booking, change.previousStartsAt, booking.hostTimeZone)]
      : []),
    { label: 'What', value: event.title },
    { label: 'Name', value: name },
    { label: 'Email', value: details.email },
    ...given('Institution', oneLine(details.institution)),
    ...given('Service', oneLine(details.serviceOfInterest)),
    ...given('Note', details.note),
    ...given('Reason', booking.cancelReason ?? ''),
    ...given('Came by', cameBy(details.utm)),
    { label: 'Booking', value: booking.id },
  ];
  return {
    subject,
    template: {
      preview: `${host.range}, ${host.zone}`,
      heading: `${SUBJECTS[change.kind]}: ${host.day}`,
      intro: [INTROS[change.kind]],
      facts,
      outro: [],
      reason: 'You get this mail because this address receives the notices of the site.',
    },
  };
}

function given(label: string, value: string): readonly EmailFact[] {
  return value === '' ? [] : [{ label, value }];
}

function cameBy(utm: Readonly<Record<string, string>> = {}): string {
  return Object.entries(utm)
    .map(([key, value]) => `${oneLine(key)}: ${oneLine(value)}`)
    .join('\n');
}
