import type { BookedEvent, BookingRecord } from '../../src/modules/scheduling/booking-record.ts';

export const testEvent: BookedEvent = {
  title: '30-minute demo call',
  description: 'A conversation about your school.',
  location: 'Video call. We send you the link by mail.',
  hostName: 'The Kindling team',
};

/** Ada of Berlin talks with New York on a day when the two are six hours apart. */
export function testBooking(changes: Partial<BookingRecord> = {}): BookingRecord {
  const startsAt = changes.startsAt ?? new Date('2026-11-02T15:00Z');
  return {
    id: '7f1d2c3b-4a59-4687-9786-a5b4c3d2e1f0',
    status: 'confirmed',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 30 * 60_000),
    timeZone: 'Europe/Berlin',
    hostTimeZone: 'America/New_York',
    details: {
      name: 'Ada Lovelace',
      email: 'ada@school.example',
      institution: 'Analytical School',
      serviceOfInterest: 'AI tutor',
      note: 'Bring the engine,\nplease.',
      utm: { utm_source: 'newsletter' },
    },
    cancelReason: null,
    sequence: 0,
    createdAt: new Date('2026-10-20T08:00Z'),
    updatedAt: new Date('2026-10-20T08:00Z'),
    ...changes,
  };
}
