import type { BookingCreated } from '@kindling/protocol/scheduling';
import { StepHeading } from '../components/step-heading.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { CopyLink } from './copy-link.tsx';
import { MailText } from './mail-text.tsx';
import { When } from './when.tsx';

/** The confirmation: when the call is, whether mail was sent, and how to change it. */
export function Confirmation({ booking }: { readonly booking: BookingCreated }) {
  return (
    <section className="step done" aria-labelledby="done-title">
      <StepHeading id="done-title" focus>
        You are booked.
      </StepHeading>
      <When booking={booking} />
      <MailText booking={booking} />
      <AddToCalendar booking={booking} manageToken={booking.manageToken} />
      <h3 className="half-name">If something comes up</h3>
      <p className="manage-links">
        <a className="link" href={booking.manageUrl} target="_blank" rel="noopener">
          Change or cancel this call<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <CopyLink url={booking.manageUrl} />
      </p>
      <p className="step-note">Anyone with this link can change the call. It is meant for you.</p>
    </section>
  );
}
