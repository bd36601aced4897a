import type { Booking } from '@kindling/protocol/scheduling';
import { useState } from 'react';
import type { Failure } from '../details/use-booking-flow.ts';
import { isBookingRequestError } from '../request/booking-request-error.ts';
import { type BookingAccess, rescheduleBooking } from '../request/scheduling-client.ts';

interface RescheduleOptions {
  readonly access: BookingAccess;
  onDone(booking: Booking): void;
  onTaken(): void;
  onOutdated(): void;
  onBack(): void;
}

/** Moves a booking; safe to repeat, as moving it to where it is changes nothing. */
export function useReschedule({ access, onDone, onTaken, onOutdated, onBack }: RescheduleOptions) {
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  function forget() {
    setTaken(null);
    setFailure(null);
  }

  function refuse(error: unknown, startsAt: string) {
    const code = isBookingRequestError(error) ? error.code : null;
    if (code === 'slot_taken') {
      setTaken(startsAt);
      onTaken();
    } else if (code === 'booking_closed') {
      onOutdated();
      onBack();
    } else setFailure({ error });
  }

  async function move(to: { readonly startsAt: string; readonly timeZone: string }) {
    if (busy) return;
    forget();
    setBusy(true);
    try {
      onDone(await rescheduleBooking(access, to));
    } catch (error) {
      setBusy(false);
      refuse(error, to.startsAt);
    }
  }

  return { busy, taken, failure, forget, move };
}
