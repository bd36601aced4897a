import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { testBooking, testEvent } from '../../../../testing/requests/test-booking.ts';
import type { BookedEvent, BookingRecord } from '../booking-record.ts';
import { createCalendarEntry } from './calendar-entry.ts';

const organizer = { name: 'Kindling', address: 'hello@kindling.example' };
const base = {
  booking: testBooking(),
  event: testEvent,
  method: 'REQUEST',
  organizer,
  summary: 'Kindling: demo call',
  description: 'One\nTwo',
} as const;

function read(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const events = calendar.getAllSubcomponents('vevent');
  const [event] = events;
  if (event === undefined || events.length !== 1) throw new Error('not exactly one event');
  const value = (name: string) => String(event.getFirstPropertyValue(name));
  const attendee = event.getFirstProperty('attendee');
  const organizer = event.getFirstProperty('organizer');
  if (attendee === null || organizer === null)
    throw new Error('the attendee or the organizer is missing');
  return { calendar, event, value, attendee, organizer };
}

describe('createCalendarEntry', () => {
  it('says what, when in UTC, who and where', () => {
    const { calendar, value, attendee, organizer: host } = read(createCalendarEntry(base));
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(value('uid')).toBe(`${base.booking.id}@kindling.example`);
    expect(value('sequence')).toBe('0');
    expect(value('status')).toBe('CONFIRMED');
    expect(value('dtstart')).toBe('2026-11-02T15:00:00Z');
    expect(value('dtend')).toBe('2026-11-02T15:30:00Z');
    expect(value('dtstamp')).toBe('2026-10-20T08:00:00Z');
    expect(value('summary')).toBe('Kindling: demo call');
    expect(value('description')).toBe('One\nTwo');
    expect(value('location')).toBe(testEvent.location);
    expect(String(attendee.getFirstValue()).toLowerCase()).toBe('mailto:ada@school.example');
    expect(attendee.getFirstParameter('cn')).toBe('Ada Lovelace');
    expect(host.getFirstValue()).toBe('mailto:hello@kindling.example');
    expect(host.getFirstParameter('cn')).toBe('Kindling');
  });

  it('keeps the UID and counts up when the call moves, and takes it away by the same UID', () => {
    const moved = testBooking({ sequence: 1, startsAt: new Date('2026-11-09T15:00Z') });
    const first = read(createCalendarEntry(base));
    const second = read(createCalendarEntry({ ...base, booking: moved }));
    const last = read(
      createCalendarEntry({
        ...base,
        booking: testBooking({ sequence: 2, status: 'cancelled' }),
        method: 'CANCEL',
      }),
    );
    expect([first, second, last].map(({ value }) => value('sequence'))).toEqual(['0', '1', '2']);
    expect(new Set([first, second, last].map(({ value }) => value('uid'))).size).toBe(1);
    expect(last.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(last.value('status')).toBe('CANCELLED');
  });

  it('is read back as it was meant, whatever was typed, in lines of at most 75 octets', () => {
    const anything = fc.string({ unit: 'grapheme', maxLength: 200 });
    const odd = fc
      .array(
        fc.constantFrom(
          ...['a', ' ', ',', ';', ':', '\\', '\\n', '"', "'", '^', '^n', '\r\n', '\n', '\r', '\t'],
          ...['\u2028', '\u0085', '\u0000', '\u001b', 'é', '先', '🔥', '\ud83d', 'END:VEVENT'],
          ...['\r\nATTENDEE:mailto:evil@x.example', 'BEGIN:VALARM', '=', '<b>'],
        ),
        { maxLength: 120 },
      )
      .map((parts) => parts.join(''));
    const text = fc.oneof(anything, odd);
    fc.assert(
      fc.property(text, text, text, text, (name, summary, description, location) => {
        const booking: BookingRecord = testBooking({ details: { ...base.booking.details, name } });
        const event: BookedEvent = { ...testEvent, location };
        const content = createCalendarEntry({ ...base, booking, event, summary, description });
        expectSoundLines(content);
        const { event: entry, value, attendee } = read(content);
        expect(entry.getAllProperties('attendee')).toHaveLength(1);
        expect(entry.getAllSubcomponents()).toHaveLength(0);
        expect(value('summary')).toBe(spaced(summary));
        expect(entry.getFirstPropertyValue('location') ?? '').toBe(spaced(location));
        expect(entry.getFirstPropertyValue('description') ?? '').toBe(
          description
            .split(/\r\n|\r|\n/)
            .map(spaced)
            .join('\n')
            .trim(),
        );
        expect(attendee.getFirstParameter('cn') ?? '').toBe(
          spaced(name).replaceAll('"', "'").replaceAll('\\', '/'),
        );
      }),
      { numRuns: 300 },
    );
  });
});

function expectSoundLines(content: string): void {
  expect(content.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  const lines = content.split('\r\n');
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // A character torn by the fold would come back as the replacement character.
    expect(Buffer.from(line).toString()).toBe(line);
  }
}

/** Runs of blanks and control characters are one space. */
function spaced(text: string): string {
  return [...text.toWellFormed()]
    .map((character) => (/[\s\p{Cc}]/u.test(character) ? ' ' : character))
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}
