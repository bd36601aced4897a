import {
  bookingCreatedSchema,
  bookingSchema,
  eventTypeSchema,
  slotsSchema,
} from '@kindling/protocol/scheduling';
import { describe, expect, it } from 'vitest';
import { readBooking, readBookingCreated, readEventType, readSlots } from './answers.ts';

const booking = {
  id: '0b0c5a4e-6f0e-4b8e-9d3a-0d6f7c1f2a3b',
  status: 'confirmed',
  title: 'Demo',
  startsAt: '2026-11-02T14:00:00Z',
  endsAt: '2026-11-02T14:30:00Z',
  timeZone: 'Europe/London',
  hostTimeZone: 'America/New_York',
  hostName: 'Team',
  location: 'Video',
  name: 'Ann',
  email: 'ann@school.example',
  institution: '',
  serviceOfInterest: '',
  note: '',
  mailDelivery: 'outbox',
  cancelReason: null,
};
const created = { ...booking, manageToken: 't', manageUrl: 'https://x.example' };
const eventType = {
  title: 'Demo',
  description: 'd',
  durationMinutes: 30,
  location: 'Video',
  hostName: 'Team',
  hostTimeZone: 'America/New_York',
  firstDate: '2026-11-02',
  lastDate: '2027-01-02',
};
const slots = {
  timeZone: 'Europe/London',
  hostTimeZone: 'America/New_York',
  days: [{ date: '2026-11-02', slots: [{ startsAt: booking.startsAt, endsAt: booking.endsAt }] }],
  nextDate: null,
};

const cases = [
  { name: 'booking', schema: bookingSchema, read: readBooking, answer: booking },
  { name: 'new booking', schema: bookingCreatedSchema, read: readBookingCreated, answer: created },
  { name: 'event type', schema: eventTypeSchema, read: readEventType, answer: eventType },
  { name: 'slots', schema: slotsSchema, read: readSlots, answer: slots },
] as const;

describe.each(cases)('a $name', ({ schema, read, answer }) => {
  it('has every field of the contract, and no other', () => {
    expect(read({ ...answer, more: 1 }, '')).toEqual(schema.parse(answer));
  });

  it.each(Object.keys(answer))('is refused without %s', (field) => {
    expect(() => read({ ...answer, [field]: undefined }, '')).toThrow(field);
  });
});

it('names the place of a misfit', () => {
  const answer = {
    ...slots,
    days: [{ date: '2026-11-02', slots: [{ startsAt: 'soon', endsAt: '' }] }],
  };
  expect(() => readSlots(answer, '')).toThrow(
    'days[0].slots[0].startsAt should be a moment in UTC',
  );
});
