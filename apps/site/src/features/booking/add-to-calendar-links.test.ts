import { expect, it } from 'vitest';
import { googleCalendarLink, outlookLink } from './add-to-calendar-links.ts';

const event = {
  title: 'Demo & call',
  startsAt: '2026-11-02T14:00:00.000Z',
  endsAt: '2026-11-02T14:30:00Z',
  location: 'Video call',
  hostName: 'Ann',
};

it('fills in the call for Google', () => {
  const query = new URL(googleCalendarLink(event)).searchParams;
  expect(query.get('dates')).toBe('20261102T140000Z/20261102T143000Z');
  expect(query.get('text')).toBe('Demo & call');
});

it('fills in the call for Outlook', () => {
  const query = new URL(outlookLink(event)).searchParams;
  expect(query.get('startdt')).toBe('2026-11-02T14:00:00Z');
  expect(query.get('enddt')).toBe('2026-11-02T14:30:00Z');
});
