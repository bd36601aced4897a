import type { Booking } from '@kindling/protocol/scheduling';

/** Whether mail was sent. */
export function MailText({ booking }: { readonly booking: Booking }) {
  if (booking.mailDelivery === 'smtp') {
    return (
      <p>
        We have sent the details to <strong>{booking.email}</strong>.
      </p>
    );
  }
  return (
    <p>
      This server does not send mail: it keeps its messages in a folder. Nothing will arrive at{' '}
      {booking.email}, so please keep the calendar file and the link below.
    </p>
  );
}

/** The same for a call that was moved or cancelled. */
export function ChangeMailText({ booking }: { readonly booking: Booking }) {
  const { mailDelivery, status, email } = booking;
  if (mailDelivery === 'smtp') {
    return (
      <p>
        We have sent the change to <strong>{email}</strong>.
      </p>
    );
  }
  return (
    <p>
      This server does not send mail, so please{' '}
      {status === 'cancelled'
        ? 'take the call out of your own calendar.'
        : 'put the new time into your own calendar.'}
    </p>
  );
}
