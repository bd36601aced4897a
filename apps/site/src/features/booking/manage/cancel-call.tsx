import type { Booking } from '@kindling/protocol/scheduling';
import { type FormEvent, useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { When } from '../done/when.tsx';
import { isBookingRequestError } from '../request/booking-request-error.ts';
import { describeFailure } from '../request/failure-strings.ts';
import { type BookingAccess, cancelBooking } from '../request/scheduling-client.ts';

interface CancelCallProps {
  readonly access: BookingAccess;
  readonly booking: Booking;
  onDone(booking: Booking): void;
  onBack(): void;
  onOutdated(): void;
}

/** Asks once, and takes a reason if there is one. */
export function CancelCall({ access, booking, onDone, onBack, onOutdated }: CancelCallProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);

  async function cancel(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      onDone(await cancelBooking(access, { reason }));
    } catch (error) {
      setBusy(false);
      if (isBookingRequestError(error) && error.code === 'booking_closed') {
        onOutdated();
        onBack();
      } else setFailure({ error });
    }
  }

  return (
    <section className="step done" aria-labelledby="cancel-title">
      <StepHeading id="cancel-title" focus>
        Cancel this call?
      </StepHeading>
      <When booking={booking} />
      <form className="booking-form" onSubmit={cancel}>
        <div className="field">
          <label htmlFor="cancel-reason" className="field-label">
            Would you tell us why?<span className="field-optional"> (optional)</span>
          </label>
          <textarea
            id="cancel-reason"
            className="input"
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        {failure ? (
          <Notice focus>{describeFailure(failure.error, booking.timeZone, new Date())}</Notice>
        ) : null}
        <div className="manage-actions">
          <button
            type="submit"
            className="button button-ember"
            aria-disabled={busy}
            aria-busy={busy}
          >
            {busy ? 'Cancelling…' : 'Yes, cancel the call'}
          </button>
          <button type="button" className="button button-line" onClick={onBack}>
            Keep it
          </button>
        </div>
      </form>
    </section>
  );
}
