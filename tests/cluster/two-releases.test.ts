import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestReceiver,
  type TestReceiver,
} from '../../apps/server/testing/receivers/test-receiver.ts';
import { testVisitor } from '../../apps/server/testing/requests/booking-client.ts';
import { HEARS } from '../../apps/server/testing/rooms/fake-room.ts';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { type Cluster, type ClusterServer, createCluster } from './cluster-servers.ts';
import { bundleEarlierServer, findEarlierRelease } from './earlier-release.ts';

const postgres: OwnPostgres | null = await startOwnPostgres();
const commit = findEarlierRelease();
const missing = [
  ...(postgres === null ? ['no PostgreSQL'] : []),
  ...(commit === null ? ['a clone without history'] : []),
];
const LONG = { timeout: 60_000 };
const OFFER = `v=0\r\ns=${HEARS}\r\n`;
/** Of the site, where its forms are. */
const OWN_PAGE = { Origin: 'https://school.example' };
const CONTACT = {
  ...{ fullName: 'Ada Lovelace', email: 'ada@school.example', phoneNumber: '+1 212 555 0148' },
  ...{ institution: 'Analytical School', numberOfStudents: '120', serviceOfInterest: 'plugins' },
  problemDescription: 'Our pupils ask too little.',
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Json = any;

/** What an upgrade of one node after the other comes by. Each test finds what the last one left. */
describe.skipIf(missing.length > 0)(
  `the release before and this one on one database${missing.length > 0 ? ` (SKIPPED: ${missing.join(', ')})` : ''}`,
  () => {
    let cluster: Cluster;
    let earlier: ClusterServer;
    let today: ClusterServer;
    let receiver: TestReceiver;
    let key: string;
    /** A call that was open when this release came. */
    let open: Json;

    beforeAll(async () => {
      if (postgres === null || commit === null) return;
      cluster = await createCluster(postgres, 'releases');
      receiver = await createTestReceiver();
      earlier = await cluster.start('earlier', {}, await bundleEarlierServer(commit));
      await earlier.ready;
      key = earlier.privateKey() ?? '';
      open = await hold(earlier);
      // Migrates under the feet of the other one.
      today = await cluster.start('today');
      await today.ready;
    });
    afterAll(async () => {
      await cluster?.close();
      await receiver?.close();
      await postgres?.stop();
    });

    async function ask(
      server: ClusterServer,
      method: string,
      path: string,
      body?: object,
      more: Record<string, string> = {},
    ) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...more,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { status: response.status, json: (isJson ? JSON.parse(text) : text) as Json };
    }
    async function hold(server: ClusterServer, fields: object = {}): Promise<Json> {
      const assistant = { firstMessage: 'Hello.', ...fields };
      const made = await ask(server, 'POST', '/call/web', { assistant });
      expect(made.status).toBe(201);
      const room = new URL(made.json.webCallUrl).pathname;
      const joined = await ask(server, 'POST', room, { sdp: OFFER });
      expect(joined.status).toBe(201);
      return { id: made.json.id, location: joined.json.location };
    }
    const read = async (server: ClusterServer, id: string, field: string) =>
      (await ask(server, 'GET', `/call/${id}`)).json[field];
    const both = () => [
      { by: earlier, readBy: today },
      { by: today, readBy: earlier },
    ];

    it('both are nodes of it', async () => {
      expect(await cluster.ask('select count(*) from node')).toBe('2');
      for (const server of [earlier, today])
        expect((await ask(server, 'GET', '/readyz')).status).toBe(200);
    });

    it('calls are held, ended, reported and read by either', async () => {
      for (const { by, readBy } of both()) {
        const { id, location } = await hold(by, { server: { url: receiver.url } });
        expect((await ask(by, 'DELETE', location)).status).toBe(204);
        for (const server of [by, readBy])
          await expect
            .poll(() => read(server, id, 'endedReason'), LONG)
            .toBe('customer-ended-call');
        // A job of one, carried out by either.
        const reported = () =>
          receiver.received.some(({ body }) => {
            const { message } = JSON.parse(body);
            return message.type === 'end-of-call-report' && message.call.id === id;
          });
        await expect.poll(reported, LONG).toBe(true);
      }
    });

    it('assistants, forms and bookings of either are read, changed and deleted by the other', async () => {
      const days = await ask(today, 'GET', `/scheduling/api/slots?${slots()}`);
      const free = days.json.days
        .flatMap((day: Json) => day.slots)
        .map((one: Json) => one.startsAt);
      expect(free.length).toBeGreaterThan(20);
      for (const [index, { by, readBy }] of both().entries()) {
        const { id } = (await ask(by, 'POST', '/assistant', { name: 'Ember' })).json;
        const changed = await ask(readBy, 'PATCH', `/assistant/${id}`, { name: 'Ash' });
        expect([changed.status, changed.json.name]).toEqual([200, 'Ash']);
        expect((await ask(by, 'DELETE', `/assistant/${id}`)).status).toBe(200);
        expect((await ask(readBy, 'GET', `/assistant/${id}`)).status).toBe(404);
        expect((await ask(by, 'POST', '/contact-requests', CONTACT, OWN_PAGE)).status).toBe(201);
        const booked = await ask(
          by,
          'POST',
          '/scheduling/api/bookings',
          { ...testVisitor, startsAt: free[index * 10] },
          { ...OWN_PAGE, 'Idempotency-Key': randomUUID() },
        );
        expect(booked.status).toBe(201);
        const { id: booking, manageToken } = booked.json;
        const cancelled = await ask(
          readBy,
          'POST',
          `/scheduling/api/bookings/${booking}/cancel`,
          {},
          { ...OWN_PAGE, Authorization: `Bearer ${manageToken}` },
        );
        expect([cancelled.status, cancelled.json.status]).toEqual([200, 'cancelled']);
      }
      expect(await cluster.ask('select count(*) from contact_request')).toBe('2');
      expect(Number(await cluster.ask('select count(*) from mail'))).toBeGreaterThanOrEqual(2);
    });

    it('meetings are held by either', async () => {
      for (const { by, readBy } of both()) {
        const name = `staff-${by === today ? 'today' : 'earlier'}`;
        expect((await ask(readBy, 'POST', '/rooms', { name })).status).toBe(201);
        expect((await ask(by, 'POST', `/room/${name}`, { sdp: OFFER })).status).toBe(201);
        expect((await ask(by, 'DELETE', `/rooms/${name}`)).status).toBe(200);
      }
    });

    it('a call that went on meanwhile goes on when its node is stopped for the new release', async () => {
      expect(await read(today, open.id, 'status')).toBe('in-progress');
      earlier.child.kill('SIGKILL');
      await expect
        .poll(() => cluster.ask(`select epoch from call where id = '${open.id}'`), LONG)
        .toBe(1);
      const back = await ask(today, 'PATCH', open.location, { sdp: OFFER, sends: [] });
      expect([back.status, back.json.sdp]).toEqual([200, 'v=0 restarted']);
      expect((await ask(today, 'DELETE', open.location)).status).toBe(204);
      await expect
        .poll(() => read(today, open.id, 'endedReason'), LONG)
        .toBe('customer-ended-call');
    });

    it('the release before starts on the schema of this one, and is handed no call that it cannot take', async () => {
      if (commit === null) return;
      const again = await cluster.start('again', {}, await bundleEarlierServer(commit));
      await again.ready;
      const { id } = await hold(today);
      const gone = new Promise((resolve) => today.child.once('exit', resolve));
      today.child.kill('SIGTERM');
      await expect.poll(today.output, LONG).toMatch(/call (?:not )?handed over/);
      // Asked a second time, it waits for nobody.
      today.child.kill('SIGTERM');
      expect(await gone).toBe(0);
      const wasTaken = today.output().includes('"msg":"call handed over"');
      expect(await read(again, id, 'endedReason')).toBe(
        wasTaken ? null : 'kindling.server-shutdown',
      );
    });
  },
);

function slots(): URLSearchParams {
  const day = (after: number) =>
    new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
  return new URLSearchParams({ from: day(3), to: day(17), timeZone: 'America/New_York' });
}
