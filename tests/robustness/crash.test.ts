import { randomUUID } from 'node:crypto';
import { siteConfigSchema } from '@kindling/protocol';
import { FOOTER_SOURCE } from '@kindling/protocol/constants';
import { contactRequestAnswerSchema } from '@kindling/protocol/contact-form';
import { bookingSchema, schedulingPaths } from '@kindling/protocol/scheduling';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callKindling } from '../support/calls/caller.ts';
import {
  attemptBooking,
  type BookingOutcome,
  createdBooking,
  freeStarts,
  operatorBookings,
  startBookingKindling,
} from '../support/server/booking-client.ts';
import { exportLeads } from '../support/server/export-leads.ts';
import type { RunningKindling } from '../support/server/kindling.ts';
import { storedCalls } from '../support/server/stored-calls.ts';

const email = 'ada@school.example';
const contactRequest = {
  fullName: 'Ada Lovelace',
  email,
  phoneNumber: '+1 212 555 0148',
  institution: 'Analytical School',
  numberOfStudents: '120',
  serviceOfInterest: 'plugins',
  problemDescription: 'Our pupils ask too little.',
};

/** As the site does it: its own configuration, the published client. */
async function openClient(kindling: RunningKindling): Promise<SupabaseClient> {
  const { leads } = siteConfigSchema.parse(
    await (await fetch(`${kindling.url}/site-config.json`)).json(),
  );
  return createClient(leads.url || kindling.url, leads.anonKey, {
    global: { headers: { Origin: kindling.url } },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

function requestContact({ url }: RunningKindling): Promise<Response> {
  return fetch(`${url}/contact-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(contactRequest),
  });
}

async function exported(kindling: RunningKindling, ...args: string[]): Promise<string> {
  const answer = await exportLeads([...args, '--url', kindling.url], {
    KINDLING_DATA: kindling.dataFolder,
  });
  expect(answer).toMatchObject({ code: 0, stderr: '' });
  return answer.stdout;
}

const endedReason = async (kindling: RunningKindling, { callId }: Caller) =>
  (await storedCalls(kindling)).find(({ id }) => id === callId)?.endedReason;

describe('kill -9 during a call, right after a booking, an address and a contact request were accepted', () => {
  let kindling: RunningKindling;
  let starts: string[];
  let attempt: { startsAt: string; key: string; name: string };
  let outcome: BookingOutcome;
  let contactId: string;
  let caller: Caller;
  let statusBefore: string | undefined;
  let printed: string;

  beforeAll(async () => {
    const first = await startBookingKindling();
    const client = await openClient(first);
    caller = await callKindling(first.url);
    statusBefore = (await storedCalls(first))[0]?.status;
    starts = await freeStarts(first);
    attempt = { startsAt: starts[0] ?? '', key: randomUUID(), name: 'Ada Lovelace' };
    const answers = await Promise.all([
      attemptBooking(first, attempt),
      client.from('subscriptions').insert({ email, source: FOOTER_SOURCE }),
      requestContact(first),
    ]);
    await first.kill();
    caller.vanish();
    printed = first.output();
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    outcome = answers[0];
    ({ id: contactId } = contactRequestAnswerSchema.parse(await answers[2].json()));
    kindling = await startBookingKindling({ dataFolder: first.dataFolder });
  });
  afterAll(() => kindling?.stop());

  it('the next start waits for the visitor, then closes the call and says why', async () => {
    expect(statusBefore).toBe('in-progress');
    const patience = { timeout: 60_000, interval: 500 };
    await expect
      .poll(() => storedCalls(kindling), patience)
      .toMatchObject([
        { id: caller.callId, status: 'ended', endedReason: 'kindling.server-crashed' },
      ]);
  });

  it('the address and the request are there, and the log named no person', async () => {
    const rows = (await exported(kindling)).trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,${email},${FOOTER_SOURCE},`);
    const csv = await exported(kindling, '--contact-requests');
    expect(csv).toContain(`${contactId},`);
    expect(csv).toContain(contactRequest.problemDescription);
    expect(printed).toContain('lead stored');
    expect(printed).not.toContain(email);
    expect(printed).not.toContain('Lovelace');
  });

  it('the booking is there, its link works, a retry answers it', async () => {
    const [startsAt = '', later = ''] = starts;
    const booking = createdBooking(outcome);
    const stored = await operatorBookings(kindling);
    expect(stored.map(({ id }) => id)).toEqual([booking.id]);
    expect(await freeStarts(kindling)).not.toContain(startsAt);

    // The client that never heard the answer asks again.
    const retried = createdBooking(await attemptBooking(kindling, attempt));
    expect([retried.id, retried.manageToken]).toEqual([booking.id, booking.manageToken]);

    const manage = async (path: string, body?: object) => {
      const answer = await fetch(`${kindling.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${booking.manageToken}`,
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return bookingSchema.parse(await answer.json());
    };
    expect((await manage(schedulingPaths.booking(booking.id))).startsAt).toBe(startsAt);
    const move = { startsAt: later, timeZone: 'Asia/Tokyo' };
    expect((await manage(schedulingPaths.reschedule(booking.id), move)).startsAt).toBe(later);
    expect((await manage(schedulingPaths.cancel(booking.id), {})).status).toBe('cancelled');
    const free = await freeStarts(kindling);
    expect([free.includes(startsAt), free.includes(later)]).toEqual([true, true]);
  });

  it('a caller who vanishes ends the call, with its reason', async () => {
    const vanishing = await callKindling(kindling.url);
    vanishing.vanish();
    await expect
      .poll(() => endedReason(kindling, vanishing), { timeout: 40_000, interval: 500 })
      .toMatch(/^(kindling\.connection-lost|customer-ended-call)$/);
  });

  it('SIGTERM during a call: the caller is notified, the call is stored, the exit is clean', async () => {
    const notified = await callKindling(kindling.url);
    expect(await kindling.stop()).toBe(0);
    await expect
      .poll(() => notified.messages)
      .toContainEqual(
        expect.objectContaining({
          type: 'status-update',
          status: 'ended',
          endedReason: 'kindling.server-shutdown',
        }),
      );
    notified.vanish();
    kindling = await startBookingKindling({ dataFolder: kindling.dataFolder });
    expect(await endedReason(kindling, notified)).toBe('kindling.server-shutdown');
  });
});
