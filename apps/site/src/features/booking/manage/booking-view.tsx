import type { Booking } from '@kindling/protocol/scheduling';
import { schedulingPaths } from '@kindling/protocol/scheduling-paths';
import { StepHeading } from '../components/step-heading.tsx';
import { AddToCalendar } from '../done/add-to-calendar.tsx';
import { ChangeMailText } from '../done/mail-text.tsx';
import { When } from '../done/when.tsx';
import type { BookingAccess } from '../request/scheduling-client.ts';

interface BookingViewProps {
  readonly access: BookingAccess;
  readonly booking: Booking;
  readonly focus: boolean;
  /** What has just been done to it here. */
  readonly change: 'moved' | 'cancelled' | null;
  onMove(): void;
  onCancel(): void;
}

/** The booking as it stands. */
export function BookingView(props: BookingViewProps) {
  const { access, booking, focus, change } = props;
  const past = Date.parse(booking.endsAt) < Date.now();
  const open = booking.status === 'confirmed' && !past;
  return (
    <section className="step done" aria-labelledby="booking-title">
      <StepHeading id="booking-title" focus={focus}>
        {titleOf(booking, past, change === 'moved')}
      </StepHeading>
      <When booking={booking} />
      {change ? <ChangeMailText booking={booking} /> : null}
      <Details booking={booking} />
      {open ? (
        <>
          <AddToCalendar booking={booking} manageToken={access.manageToken} />
          <div className="manage-actions">
            <button type="button" className="button button-ember" onClick={props.onMove}>
              Change the time
            </button>
            <button type="button" className="button button-line" onClick={props.onCancel}>
              Cancel the call
            </button>
          </div>
        </>
      ) : (
        <p>
          <a className="button button-ember" href={schedulingPaths.demoPage}>
            Book another call
          </a>
        </p>
      )}
    </section>
  );
}

function titleOf({ status }: Booking, past: boolean, moved: boolean): string {
  if (status === 'cancelled') return 'This call is cancelled.';
  if (past) return 'This call is over.';
  return moved ? 'Your call has been moved.' : 'Your call is booked.';
}

function Details({ booking }: { readonly booking: Booking }) {
  const rows = [
    ['Name', booking.name],
    ['Email', booking.email],
    ['School', booking.institution],
    ['Interest', booking.serviceOfInterest],
    ['Note', booking.note],
    ['Reason', booking.cancelReason ?? ''],
  ].filter(([, value]) => value);
  return (
    <dl className="details">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
