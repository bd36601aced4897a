import type { BookingAccess } from '../request/scheduling-client.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads `/scheduling/booking/{id}#{manageToken}`; null when a part of the link is missing. */
export function readAccess({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): BookingAccess | null {
  const id = pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  const manageToken = hash.slice(1).trim();
  return UUID.test(id) && /^[\w.~-]{8,512}$/.test(manageToken) ? { id, manageToken } : null;
}
