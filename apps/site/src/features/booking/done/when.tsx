import type { Booking } from '@kindling/protocol/scheduling';
import { dateIn } from '../calendar/civil-date.ts';
import { dayLabel, offsetLabel, spanLabel } from '../calendar/labels.ts';
import { cityOf } from '../zones/time-zones.ts';

/** A booking's time in the visitor's zone, and in the host's where that shows another clock. */
export function When({ booking }: { readonly booking: Booking }) {
  const { startsAt, timeZone, hostTimeZone } = booking;
  const start = new Date(startsAt);
  const sameClock = offsetLabel(timeZone, start) === offsetLabel(hostTimeZone, start);
  return (
    <>
      <p className="when">
        <strong>{dayLabel(dateIn(timeZone, start), { year: true })}</strong>
        <span className="when-clock">{spanLabel(booking, timeZone)}</span>
        <span>{placeLabel(timeZone, start)}</span>
      </p>
      {sameClock ? null : (
        <p className="when-host">
          For {booking.hostName}: {spanLabel(booking, hostTimeZone)},{' '}
          {dayLabel(dateIn(hostTimeZone, start))}, {placeLabel(hostTimeZone, start)}
        </p>
      )}
    </>
  );
}

function placeLabel(timeZone: string, at: Date): string {
  return `${cityOf(timeZone)} time (${offsetLabel(timeZone, at)})`;
}
