import { clockLabel } from '../calendar/labels.ts';
import { type BookingRequestError, isBookingRequestError } from './booking-request-error.ts';

/** What to tell the visitor about a failed request, and what they can do. */
export function describeFailure(error: unknown, timeZone: string, now: Date): string {
  if (!isBookingRequestError(error)) return 'Something went wrong on this page. Please try again.';
  switch (error.code) {
    case 'network':
      return 'We could not reach the server. Check your connection and try again.';
    case 'timeout':
      return 'The server took too long to answer. Please try again.';
    case 'rate_limited':
      return `Too many requests came from your network. ${whenAgain(error, timeZone, now)}`;
    case 'not_ready':
      return 'The calendar is not available at the moment. Please try again in a minute.';
    case 'booking_closed':
      return 'This booking can no longer be changed.';
    default:
      return error.outcomeKnown
        ? error.message
        : 'Something went wrong on our side. Please try again.';
  }
}

function whenAgain({ retryAt }: BookingRequestError, timeZone: string, now: Date): string {
  if (retryAt === null) return 'Please wait a few minutes and try again.';
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000));
  if (seconds < 90)
    return `Please try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
  return `Please try again after ${clockLabel(new Date(retryAt.getTime() + 59_999).toISOString(), timeZone)}.`;
}
