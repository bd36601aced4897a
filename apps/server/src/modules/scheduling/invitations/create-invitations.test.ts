import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { testBooking, testEvent } from '../../../../testing/requests/test-booking.ts';
import type { MailMessage } from '../../../platform/database/schema.ts';
import type { BookingChange, BookingRecord } from '../booking-record.ts';
import { createInvitations } from './create-invitations.ts';

const SECRET = 'mng_secret';
const manageUrl = `https://kindling.example/scheduling/booking/1#${SECRET}`;
const invitations = createInvitations({
  from: 'Kindling <hello@kindling.example>',
  notify: 'team@kindling.example',
});

function mails(change: BookingChange, changes: Partial<BookingRecord> = {}) {
  const invitation = { booking: testBooking(changes), event: testEvent, manageUrl };
  const [visitor, operator, ...rest] = invitations.composeMails(invitation, change);
  if (visitor === undefined || operator === undefined) throw new Error('a mail is missing');
  expect(rest).toEqual([]);
  return { visitor, operator };
}

/** What a recipient sees who opens the HTML, without a browser. */
const seen = (mail: MailMessage) =>
  (mail.html ?? '')
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const flat = (mail: MailMessage) => mail.text.replace(/\s+/g, ' ');

const method = (mail: MailMessage) =>
  new ICAL.Component(ICAL.parse(mail.calendar?.content ?? '')).getFirstPropertyValue('method');

describe('mails of a booking', () => {
  it('tells the visitor both times, theirs first, and how to change it', () => {
    const { visitor } = mails({ kind: 'created' });
    expect(visitor.to).toEqual({ name: 'Ada Lovelace', address: 'ada@school.example' });
    expect(visitor.subject).toBe('Booked: 30-minute demo call, Mon, Nov 2, 4:00 PM GMT+1');
    for (const text of [flat(visitor), seen(visitor)]) {
      const theirs = text.indexOf('Monday, November 2, 2026, 4:00 – 4:30 PM Central European');
      const ours = text.indexOf('Monday, November 2, 2026, 10:00 – 10:30 AM Eastern Standard Time');
      expect(theirs).toBeGreaterThan(-1);
      expect(ours).toBeGreaterThan(theirs);
      expect(text).toContain('Hello Ada Lovelace,');
      expect(text).toContain(testEvent.description);
      expect(text).toContain(testEvent.location);
      expect(text).toContain(testEvent.hostName);
    }
    expect(visitor.text).toContain(`Move or cancel the call:\n${manageUrl}\n`);
    expect(visitor.html).toContain(`href="${manageUrl}"`);
  });

  it('says one time once where both share the clock', () => {
    const { visitor } = mails({ kind: 'created' }, { timeZone: 'America/Toronto' });
    expect(flat(visitor).split('10:00 – 10:30 AM')).toHaveLength(2);
    expect(visitor.text).not.toContain('Our time');
  });

  it('tells the operator everything but the secret, and answers go to the visitor', () => {
    const { operator } = mails({ kind: 'created' });
    expect(operator.to.address).toBe('team@kindling.example');
    expect(operator.replyTo).toEqual({ name: 'Ada Lovelace', address: 'ada@school.example' });
    expect(operator.subject).toBe(
      'New booking: Ada Lovelace, Analytical School, Mon, Nov 2, 10:00 AM EST',
    );
    for (const text of [flat(operator), seen(operator)]) {
      for (const fact of [
        'ada@school.example',
        'AI tutor',
        'utm_source: newsletter',
        'Bring the engine, please.',
      ]) {
        expect(text).toContain(fact);
      }
    }
    expect(JSON.stringify(operator)).not.toContain(SECRET);
  });

  it('shows the time before a move, and the new one', () => {
    const change = {
      kind: 'rescheduled',
      previousStartsAt: new Date('2026-10-28T14:00Z'),
    } as const;
    const { visitor, operator } = mails(change, { sequence: 1 });
    expect(visitor.subject).toBe('New time: 30-minute demo call, Mon, Nov 2, 4:00 PM GMT+1');
    expect(flat(visitor)).toContain('Before: Wednesday, October 28, 2026, 3:00 – 3:30 PM');
    expect(flat(operator)).toContain('Before: Wednesday, October 28, 2026, 10:00 – 10:30 AM');
    expect(visitor.calendar?.content).toContain('SEQUENCE:1\r\n');
    expect(method(visitor)).toBe('REQUEST');
  });

  it('takes a cancelled call out of both calendars and offers another time', () => {
    const cancelled = { status: 'cancelled', sequence: 1, cancelReason: 'exams' } as const;
    const { visitor, operator } = mails({ kind: 'cancelled' }, cancelled);
    expect(visitor.subject).toMatch(/^Cancelled: /);
    expect(visitor.text).toContain('https://kindling.example/scheduling/demo');
    expect(JSON.stringify(visitor)).not.toContain(SECRET);
    expect(visitor.text).not.toContain('Move or cancel');
    expect(flat(operator)).toContain('Reason: exams');
    for (const mail of [visitor, operator]) {
      expect(mail.calendar?.method).toBe('CANCEL');
      expect(method(mail)).toBe('CANCEL');
    }
  });

  it('sends strangers nothing that a visitor typed into the form', () => {
    const details = {
      ...testBooking().details,
      name: 'Cheap pills at www.pills.example',
      institution: 'Pills Ltd',
      note: 'Buy pills',
    };
    const { visitor } = mails({ kind: 'created' }, { details });
    expect(visitor.text).toContain('Hello,');
    expect(`${visitor.subject}${visitor.text}${visitor.html}`).not.toMatch(/pills/i);
  });

  it.each([
    `"><img src=x onerror=alert(1)>`,
    `O'Neil & "Sons" <b>`,
    'Ada\r\nBcc: all@school.example',
    '</table><script>alert(1)</script>',
  ])('lets nothing typed become markup or lines: %j', (typed) => {
    const details = {
      ...testBooking().details,
      name: typed,
      institution: typed,
      note: typed,
      utm: { [typed]: typed },
    };
    const { visitor, operator } = mails({ kind: 'created' }, { details, cancelReason: typed });
    for (const mail of [visitor, operator]) {
      expect(mail.html).not.toMatch(/<(img|script|b)\b/);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.to.name).not.toMatch(/[\r\n]/);
    }
    expect(seen(operator)).toContain(typed.replace(/\s+/g, ' '));
  });

  it('loads nothing from anywhere', () => {
    for (const mail of Object.values(mails({ kind: 'created' }))) {
      expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
    }
  });

  it('the downloaded file is the entry of the mail', () => {
    const invitation = { booking: testBooking(), event: testEvent, manageUrl };
    const { visitor } = mails({ kind: 'created' });
    const file = invitations.createInvitation(invitation, 'REQUEST');
    expect(file).toBe(visitor.calendar?.content);
    const [entry] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
    expect(entry?.getFirstPropertyValue('description')).toContain(manageUrl);
  });
});
