import type { Booking } from '@kindling/protocol/scheduling';
import { useEffect, useState } from 'react';
import { isBookingRequestError } from '../request/booking-request-error.ts';
import { type BookingAccess, fetchBooking } from '../request/scheduling-client.ts';

export interface ManagedBooking {
  readonly state: 'loading' | 'ready' | 'missing' | 'failed';
  readonly booking: Booking | null;
  readonly error: unknown;
  reload(): void;
  replace(booking: Booking): void;
}

/** Nothing opens without the secret, so a wrong one and a booking that never was look the same. */
const missingCodes = ['not_found', 'unauthenticated', 'forbidden', 'bad_request'];

export function useManagedBooking(access: BookingAccess | null): ManagedBooking {
  const [booking, setBooking] = useState<Booking | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version fetches again
  useEffect(() => {
    if (!access) return;
    let current = true;
    setError(null);
    fetchBooking(access).then(
      (found) => current && setBooking(found),
      (reason: unknown) => current && setError(reason),
    );
    return () => {
      current = false;
    };
  }, [access, version]);
  return {
    state: stateOf(booking, error),
    booking,
    error,
    reload: () => setVersion((before) => before + 1),
    replace: setBooking,
  };
}

function stateOf(booking: Booking | null, error: unknown): ManagedBooking['state'] {
  if (isBookingRequestError(error) && missingCodes.includes(error.code)) return 'missing';
  if (error !== null) return 'failed';
  return booking ? 'ready' : 'loading';
}
