import type {
  Booking,
  BookingCreate,
  BookingCreated,
  EventType,
  Slots,
} from '@kindling/protocol/scheduling';
import { schedulingPaths } from '@kindling/protocol/scheduling-paths';
import { readBooking, readBookingCreated, readEventType, readSlots } from './answers.ts';
import { fetchCalendarFile, sendRequest } from './send-request.ts';

/** The booking's id and its secret. */
export interface BookingAccess {
  readonly id: string;
  readonly manageToken: string;
}

export interface SlotRange {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The scheduling service, as the booking pages use it. Every function throws a `BookingRequestError`. */
export function fetchEventType(signal?: AbortSignal): Promise<EventType> {
  return sendRequest(schedulingPaths.eventType, readEventType, { ...(signal && { signal }) });
}

export function fetchSlots(range: SlotRange, signal: AbortSignal): Promise<Slots> {
  const query = new URLSearchParams({ ...range });
  return sendRequest(`${schedulingPaths.slots}?${query}`, readSlots, { signal });
}

export function createBooking(
  body: BookingCreate,
  idempotencyKey: string,
): Promise<BookingCreated> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return sendRequest(schedulingPaths.bookings, readBookingCreated, options);
}

export function fetchBooking({ id, manageToken }: BookingAccess): Promise<Booking> {
  return sendRequest(schedulingPaths.booking(id), readBooking, { manageToken });
}

export function rescheduleBooking(
  { id, manageToken }: BookingAccess,
  body: { readonly startsAt: string; readonly timeZone: string },
): Promise<Booking> {
  const options = { method: 'POST', body, manageToken } as const;
  return sendRequest(schedulingPaths.reschedule(id), readBooking, options);
}

export function cancelBooking(
  { id, manageToken }: BookingAccess,
  body: { readonly reason: string },
): Promise<Booking> {
  const options = { method: 'POST', body, manageToken } as const;
  return sendRequest(schedulingPaths.cancel(id), readBooking, options);
}

export function fetchCalendar({ id, manageToken }: BookingAccess): Promise<Blob> {
  return fetchCalendarFile(schedulingPaths.calendar(id), manageToken);
}
