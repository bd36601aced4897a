import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookingCreatedSchema, eventTypeSchema } from '@kindling/protocol/scheduling';
import { afterAll, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { createBookingClient, testVisitor } from '../../../testing/requests/booking-client.ts';
import type { Answer } from '../../../testing/server/test-server.ts';

// The test server's clock stands at Thursday 1 January 2026, 00:00 UTC: still Wednesday in New York.
const api = '/scheduling/api';
const folder = mkdtempSync(join(tmpdir(), 'kindling-bookings-'));
const environment = {
  FORM_RATE_PER_IP: '10000',
  SCHEDULING_FILE: join(folder, 'scheduling.json'),
};
writeFileSync(environment.SCHEDULING_FILE, JSON.stringify({ dailyCap: 5 }));
afterAll(() => rmSync(folder, { recursive: true }));

describeOnBothDatabases(
  'bookings',
  (server, database) => {
    const client = createBookingClient(server, database);
    const { send, book, manage, read, starts, days, bookings, rowOf, mailsTo, mailsAbout } = client;

    it('tells what is booked', async () => {
      const { json } = await send('GET', '/event-type');
      expect(eventTypeSchema.parse(json)).toMatchObject({
        durationMinutes: 30,
        hostTimeZone: 'America/New_York',
        firstDate: '2025-12-31',
        lastDate: '2026-03-01',
      });
    });

    it('books a free time, and the time is gone with its buffer', async () => {
      const before = await starts('2026-01-05');
      expect(before[0]).toBe('2026-01-05T14:00:00Z');
      expect(before).toHaveLength(16);
      const answer = await book('2026-01-05T15:00:00Z');
      expect(answer.status).toBe(201);
      const booking = bookingCreatedSchema.parse(answer.json);
      expect(booking).toMatchObject({
        status: 'confirmed',
        startsAt: '2026-01-05T15:00:00Z',
        endsAt: '2026-01-05T15:30:00Z',
        timeZone: 'Europe/London',
        mailDelivery: 'outbox',
        cancelReason: null,
      });
      expect(booking.manageUrl).toBe(
        `http://localhost/scheduling/booking/${booking.id}#${booking.manageToken}`,
      );
      expect(answer.headers.get('location')).toBe(`${api}/bookings/${booking.id}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      // Ten minutes after each call are the host's: that costs a start before it and one after it.
      const gone = ['2026-01-05T14:30:00Z', '2026-01-05T15:00:00Z', '2026-01-05T15:30:00Z'];
      expect(await starts('2026-01-05')).toEqual(before.filter((one) => !gone.includes(one)));
      expect((await book('2026-01-05T15:30:00Z')).json.code).toBe('slot_taken');
    });

    it('owes the mail of a booking with the booking', async () => {
      const { json } = await book('2026-01-05T17:00:00Z', {
        body: { email: 'mail@school.example' },
      });
      const sent = await mailsTo('mail@school.example');
      expect(sent).toHaveLength(1);
      expect(sent[0]?.text).toContain(json.manageUrl);
      expect(sent[0]?.calendar?.content).toContain('METHOD:REQUEST');
      const notices = await mailsAbout('mail@school.example');
      expect(notices).toHaveLength(1);
      expect(JSON.stringify(notices)).not.toContain(json.manageToken);
    });

    it.each([
      ['off the grid', '2026-01-05T14:10:00Z'],
      ['outside the hours', '2026-01-05T13:30:00Z'],
      ['ending outside the hours', '2026-01-05T22:00:00Z'],
      ['on a weekend', '2026-01-03T15:00:00Z'],
      ['in the past', '2025-12-30T15:00:00Z'],
      ['beyond the window', '2026-03-02T15:00:00Z'],
      ['a thousand years away', '3026-01-05T15:00:00Z'],
      ['before the calendar', '0000-01-01T00:00:00Z'],
      ['after the calendar', '9999-12-31T23:59:59Z'],
    ])('refuses a time %s', async (_, startsAt) => {
      const answer = await book(startsAt);
      expect([answer.status, answer.json.code]).toEqual([409, 'slot_taken']);
    });

    it('refuses a time within the notice', async () => {
      const now = server().clock.now();
      server().clock.advance(Date.parse('2026-01-06T14:00:00.001Z') - now);
      expect((await starts('2026-01-06'))[0]).toBe('2026-01-06T18:30:00Z');
      expect((await book('2026-01-06T18:00:00Z')).json.code).toBe('slot_taken');
      server().clock.advance(now - server().clock.now());
      expect((await starts('2026-01-06'))[0]).toBe('2026-01-06T14:00:00Z');
    });

    it.each([
      ['startsAt', { startsAt: '2026-01-05 15:00' }],
      ['startsAt', { startsAt: '2026-01-05T15:00:00+01:00' }],
      ['timeZone', { timeZone: 'Mars/Olympus' }],
      ['timeZone', { timeZone: '+02:00' }],
      ['name', { name: ' ' }],
      ['email', { email: 'ada' }],
      ['note', { note: 'x'.repeat(3_000) }],
      ['utm', { utm: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`u${i}`, 'x'])) }],
    ])('names the field %s that does not fit', async (path, body) => {
      const answer = await book('2026-01-07T15:00:00Z', { body });
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
      expect(answer.json.fields[0].path).toBe(path);
    });

    it.each([undefined, 'short', 'far-too-long-'.repeat(12), 'no spaces in here!'])(
      'asks for a key of its own, not %.20s',
      async (key) => {
        const answer = await send('POST', '/bookings', {
          body: { ...testVisitor, startsAt: '2026-01-07T15:00:00Z' },
          ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
        });
        expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'Idempotency-Key']);
      },
    );

    it('answers a repeated request with the same booking and the same secret', async () => {
      const key = randomUUID();
      const first = await book('2026-01-07T15:00:00Z', { key });
      const again = await book('2026-01-07T15:00:00Z', { key });
      expect([again.status, again.json]).toEqual([201, first.json]);
      const other = await book('2026-01-07T16:00:00Z', { key });
      expect([other.status, other.json.code]).toEqual([409, 'idempotency_mismatch']);
      const renamed = await book('2026-01-07T15:00:00Z', { key, body: { name: 'Charles' } });
      expect(renamed.json.code).toBe('idempotency_mismatch');
      expect((await rowOf(first.json.id))?.idempotencyKey).not.toContain(key);
    });

    it('makes one booking of the same request sent many times at once', async () => {
      const key = randomUUID();
      const body = { email: 'many@school.example' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => book('2026-01-07T18:00:00Z', { key, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      expect(await mailsTo(body.email)).toHaveLength(1);
    });

    it('gives a time that many want at once to one of them', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => book('2026-01-08T15:00:00Z')),
      );
      const codes = answers.map(({ status, json }) => (status === 201 ? 'booked' : json.code));
      expect(codes.toSorted()).toEqual(['booked', ...Array(29).fill('slot_taken')]);
    });

    it('takes no more calls a day than the cap, however many come at once', async () => {
      // Every other start, so that no buffer is in the way of another call.
      const apart = (await starts('2026-01-09')).filter((_, index) => !(index % 2));
      expect(apart).toHaveLength(8);
      const answers = await Promise.all(apart.map((startsAt) => book(startsAt)));
      const booked = answers.filter(({ status }) => status === 201);
      expect(booked).toHaveLength(5);
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      expect(await starts('2026-01-09')).toEqual([]);
      await manage(booked[0] as Answer, 'cancel', {});
      expect((await starts('2026-01-09')).length).toBeGreaterThan(0);
    });

    it('takes a machine for a visitor, politely, and keeps nothing', async () => {
      const startsAt = '2026-01-12T15:00:00Z';
      const count = (await bookings()).length;
      const answer = await book(startsAt, { body: { website: 'https://spam.example' } });
      expect(answer.status).toBe(201);
      const { id, manageToken } = bookingCreatedSchema.parse(answer.json);
      expect(await bookings()).toHaveLength(count);
      expect(await starts('2026-01-12')).toContain(startsAt);
      expect((await read(id, manageToken)).status).toBe(404);
    });

    it('groups slots by the visitor’s dates and names the next free one', async () => {
      const tokyo = await days('2026-01-24', '2026-01-24', 'Asia/Tokyo');
      // Friday afternoon in New York is Saturday morning in Tokyo.
      expect(tokyo.days[0].date).toBe('2026-01-24');
      expect(tokyo.days[0].slots[0].startsAt).toBe('2026-01-23T15:00:00Z');
      const weekend = await days('2026-01-24', '2026-01-25');
      expect(weekend).toMatchObject({ days: [], nextDate: '2026-01-26' });
      expect((await days('2027-01-24', '2027-01-25')).nextDate).toBeNull();
      expect((await days('1999-01-01', '1999-02-01')).nextDate).toMatch(/^2026-01-0/);
      expect((await days('0000-01-01', '0000-01-02')).days).toEqual([]);
      expect((await days('9999-12-30', '9999-12-31')).nextDate).toBeNull();
      const leftOut = await days('2026-01-23', '2026-01-26');
      expect(leftOut.days.map((day: { date: string }) => day.date)).toEqual([
        '2026-01-23',
        '2026-01-26',
      ]);
    });

    it.each([
      ['to', 'from=2026-01-05&to=2026-01-04&timeZone=UTC'],
      ['to', 'from=2026-01-05&to=2026-03-08&timeZone=UTC'],
      ['from', 'from=2026-02-30&to=2026-03-01&timeZone=UTC'],
      ['timeZone', 'from=2026-01-05&to=2026-01-06&timeZone=Nowhere'],
      ['timeZone', 'from=2026-01-05&to=2026-01-06'],
    ])('names the field %s of a range that does not fit', async (path, query) => {
      const answer = await send('GET', `/slots?${query}`);
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
    });

    it('answers as a program where nothing is', async () => {
      expect((await send('GET', '/nothing')).json.code).toBe('not_found');
      const put = await send('PUT', '/bookings');
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });
  },
  environment,
);
