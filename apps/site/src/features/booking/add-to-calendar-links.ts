import type { Booking } from '@kindling/protocol/scheduling';

type Event = Pick<Booking, 'title' | 'startsAt' | 'endsAt' | 'location' | 'hostName'>;

/** Opens Google Calendar with the call filled in. It says nothing of the visitor and holds no manage link. */
export function googleCalendarLink(event: Event): string {
  const compact = (instant: string) => utcSeconds(instant).replace(/[-:]/g, '');
  return link('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${compact(event.startsAt)}/${compact(event.endsAt)}`,
    location: event.location,
    details: details(event),
  });
}

/** Opens Outlook on the web with the call filled in. */
export function outlookLink(event: Event): string {
  return link('https://outlook.office.com/calendar/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: utcSeconds(event.startsAt),
    enddt: utcSeconds(event.endsAt),
    location: event.location,
    body: details(event),
  });
}

function details({ hostName }: Event): string {
  return `A call with ${hostName}.`;
}

function utcSeconds(instant: string): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '');
}

function link(base: string, query: Record<string, string>): string {
  return `${base}?${new URLSearchParams(query)}`;
}
