import { randomUUID } from 'node:crypto';
import { bookingSchema } from '@kindling/protocol/scheduling';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createBookingClient, testVisitor } from '../../../testing/requests/booking-client.ts';

// The test server's clock stands at Thursday 1 January 2026, 00:00 UTC: still Wednesday in New York.
describeWithServer(
  'managing bookings',
  (server, database) => {
    const client = createBookingClient(server, database);
    const { send, book, manage, read, starts, rowOf, mailsTo } = client;

    it('shows a booking to its secret and to nobody else', async () => {
      const { json } = await book('2026-01-12T17:00:00Z');
      const own = await read(json.id, json.manageToken);
      expect(bookingSchema.parse(own.json).email).toBe(testVisitor.email);
      expect(own.json.manageToken).toBeUndefined();
      const wrong = await read(json.id, `${json.manageToken.slice(0, -1)}_`);
      const unknown = await read(randomUUID(), json.manageToken);
      const malformed = await read('17', json.manageToken);
      for (const answer of [wrong, unknown, malformed]) {
        expect([answer.status, answer.json.message]).toEqual([404, wrong.json.message]);
      }
      const none = await read(json.id, null);
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect((await read(json.id, server().privateKey)).status).toBe(404);
      const row = await rowOf(json.id);
      expect(JSON.stringify(row)).not.toContain(json.manageToken);
    });

    it('moves a call: one step frees the old time and takes the new one', async () => {
      const booking = await book('2026-01-13T15:00:00Z', {
        body: { email: 'move@school.example' },
      });
      const to = { startsAt: '2026-01-13T15:30:00Z', timeZone: 'Asia/Tokyo' };
      const moved = await manage(booking, 'reschedule', to);
      expect([moved.status, moved.json.startsAt, moved.json.timeZone]).toEqual([
        200,
        to.startsAt,
        to.timeZone,
      ]);
      expect(await rowOf(booking.json.id)).toMatchObject({ sequence: 1, hostDate: '2026-01-13' });
      expect(await starts('2026-01-13')).toContain('2026-01-13T14:30:00Z');
      // The same request once more changes nothing and sends nothing.
      expect((await manage(booking, 'reschedule', to)).status).toBe(200);
      expect((await rowOf(booking.json.id))?.sequence).toBe(1);
      const sent = await mailsTo('move@school.example');
      expect(sent).toHaveLength(2);
      expect(sent.every((mail) => mail.text.includes(booking.json.manageUrl))).toBe(true);
      const uids = sent.map((mail) => /^UID:.*$/m.exec(mail.calendar?.content ?? '')?.[0]);
      expect(new Set(uids).size).toBe(1);
      expect(sent.map((mail) => mail.calendar?.content.match(/SEQUENCE:(\d)/)?.[1])).toEqual([
        '0',
        '1',
      ]);
    });

    it('does not move a call onto another one, nor off the grid', async () => {
      const one = await book('2026-01-14T15:00:00Z');
      const other = await book('2026-01-14T18:00:00Z');
      const timeZone = 'UTC';
      const onto = await manage(one, 'reschedule', { startsAt: other.json.startsAt, timeZone });
      expect([onto.status, onto.json.code]).toEqual([409, 'slot_taken']);
      const off = await manage(one, 'reschedule', { startsAt: '2026-01-14T15:05:00Z', timeZone });
      expect(off.json.code).toBe('slot_taken');
      expect((await read(one.json.id, one.json.manageToken)).json.startsAt).toBe(
        '2026-01-14T15:00:00Z',
      );
    });

    it('lets two calls that want the same new time have it once', async () => {
      const bookings = [
        await book('2026-01-15T15:00:00Z'),
        await book('2026-01-15T18:00:00Z'),
        await book('2026-01-15T20:00:00Z'),
      ];
      const to = { startsAt: '2026-01-16T15:00:00Z', timeZone: 'UTC' };
      const answers = await Promise.all(bookings.map((one) => manage(one, 'reschedule', to)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    });

    it('cancels a call, and cancelling again changes nothing', async () => {
      const booking = await book('2026-01-19T15:00:00Z', {
        body: { email: 'cancel@school.example' },
      });
      const cancelled = await manage(booking, 'cancel', { reason: 'Snow day' });
      expect(bookingSchema.parse(cancelled.json)).toMatchObject({
        status: 'cancelled',
        cancelReason: 'Snow day',
      });
      const again = await manage(booking, 'cancel', { reason: 'Another' });
      expect([again.status, again.json.cancelReason]).toEqual([200, 'Snow day']);
      expect((await rowOf(booking.json.id))?.sequence).toBe(1);
      const sent = await mailsTo('cancel@school.example');
      expect(sent.map((mail) => mail.calendar?.method)).toEqual(['REQUEST', 'CANCEL']);
      const move = { startsAt: '2026-01-19T17:00:00Z', timeZone: 'UTC' };
      expect((await manage(booking, 'reschedule', move)).json.code).toBe('booking_closed');
      expect((await book('2026-01-19T15:00:00Z')).status).toBe(201);
    });

    it('changes nothing about a call that has begun', async () => {
      const booking = await book('2026-01-20T15:00:00Z');
      const now = server().clock.now();
      server().clock.advance(Date.parse('2026-01-20T15:00:00Z') - now);
      const move = { startsAt: '2026-01-21T15:00:00Z', timeZone: 'UTC' };
      expect((await manage(booking, 'reschedule', move)).json.code).toBe('booking_closed');
      expect((await manage(booking, 'cancel', {})).json.code).toBe('booking_closed');
      expect((await read(booking.json.id, booking.json.manageToken)).json.status).toBe('confirmed');
      server().clock.advance(now - server().clock.now());
    });

    it('gives the calendar file, and reading changes nothing', async () => {
      const booking = await book('2026-01-21T15:00:00Z');
      const before = await rowOf(booking.json.id);
      const path = `/bookings/${booking.json.id}/calendar.ics`;
      const file = await send('GET', path, { key: booking.json.manageToken });
      expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=REQUEST');
      expect(file.json).toContain('BEGIN:VCALENDAR\r\n');
      expect(file.json).toContain('DTSTART:20260121T150000Z');
      expect((await send('GET', path)).status).toBe(401);
      expect((await send('GET', path, { key: 'wrong' })).status).toBe(404);
      for (const action of ['cancel', 'reschedule']) {
        const scan = await send('GET', `/bookings/${booking.json.id}/${action}`, {
          key: booking.json.manageToken,
        });
        expect([scan.status, scan.headers.get('allow')]).toEqual([405, 'POST']);
      }
      expect(await rowOf(booking.json.id)).toEqual(before);
      await manage(booking, 'cancel', {});
      const withdrawn = await send('GET', path, { key: booking.json.manageToken });
      expect(withdrawn.json).toContain('METHOD:CANCEL');
    });

    it('lists bookings for a private key alone', async () => {
      const { json } = await book('2026-01-22T15:00:00Z');
      const list = (key: string | null, query = '?from=2026-01-22&to=2026-01-22') =>
        send('GET', `/bookings${query}`, { key });
      expect((await list(null)).status).toBe(401);
      expect((await list(server().publicKey)).status).toBe(403);
      expect((await list(json.manageToken)).status).toBe(401);
      const own = await list(server().privateKey);
      expect(own.json).toHaveLength(1);
      expect(own.json[0]).toMatchObject({
        id: json.id,
        utm: testVisitor.utm,
        note: testVisitor.note,
      });
      expect(JSON.stringify(own.json)).not.toContain(json.manageToken);
      expect((await list(server().privateKey, '')).status).toBe(200);
      const backwards = await list(server().privateKey, '?from=2026-01-22&to=2026-01-21');
      expect(backwards.json.fields[0].path).toBe('to');
      for (const query of ['?from=0000-01-01', '?from=9999-12-31&to=9999-12-31']) {
        expect((await list(server().privateKey, query)).status).toBe(400);
      }
      const endless = await list(server().privateKey, '?from=2026-01-22&to=2028-01-21');
      expect(endless.json.fields[0].path).toBe('to');
    });
  },
  { FORM_RATE_PER_IP: '10000' },
);
