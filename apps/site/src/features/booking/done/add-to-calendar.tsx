import type { Booking } from '@kindling/protocol/scheduling';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { googleCalendarLink, outlookLink } from '../add-to-calendar-links.ts';
import { describeFailure } from '../request/failure-strings.ts';
import { fetchCalendar } from '../request/scheduling-client.ts';

interface AddToCalendarProps {
  readonly booking: Booking;
  readonly manageToken: string;
}

/** The calendar file, which needs the secret and so cannot be a plain link; and two calendars on the web. */
export function AddToCalendar({ booking, manageToken }: AddToCalendarProps) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      save(await fetchCalendar({ id: booking.id, manageToken }), 'kindling-call.ics');
    } catch (error) {
      setFailure(describeFailure(error, booking.timeZone, new Date()));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="calendars">
      <h3 className="half-name">Add to your calendar</h3>
      <div className="calendar-links">
        <button
          type="button"
          className="button button-line"
          aria-disabled={busy}
          onClick={download}
        >
          <CalendarPlus size={19} aria-hidden="true" />
          Calendar file (.ics)
        </button>
        <a className="button button-line" href={googleCalendarLink(booking)} {...elsewhere}>
          Google<span className="sr-only"> Calendar, opens in a new tab</span>
        </a>
        <a className="button button-line" href={outlookLink(booking)} {...elsewhere}>
          Outlook<span className="sr-only">, opens in a new tab</span>
        </a>
      </div>
      <p role="alert" className="field-error">
        {failure}
      </p>
    </div>
  );
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const;

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the file by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
