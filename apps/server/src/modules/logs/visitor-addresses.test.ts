import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { createBookingClient } from '../../../testing/requests/booking-client.ts';
import { readAll } from '../../../testing/requests/read-all.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import { migrationsFolder, type OpenDatabase } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';

/** As the proxy in front of the server names the visitor. */
const VISITORS = ['203.0.113.77', '2001:db8:7:7::77'] as const;

for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`the addresses of visitors on ${name}`, () => {
    let database: OpenDatabase;
    let server: TestServer;
    const written: string[] = [];
    beforeAll(async () => {
      database = await open();
      const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) });
      server = await createTestServer(database, { TRUST_PROXY: '1' }, { log });
    }, 60_000);
    afterAll(async () => {
      await database.close();
      await rm(server.blobFolder, { recursive: true, force: true });
    });

    it.each(VISITORS)('%s is stored and written nowhere, whatever it does', async (address) => {
      const { assistantId, publicKey } = server;
      const headers = { 'X-Forwarded-For': address };
      const visit = (
        method: string,
        path: string,
        body?: unknown,
        key: string | null = publicKey,
      ) => server.send(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
      const call = await visit('POST', '/call/web', { assistantId });
      expect(call.status).toBe(201);
      // The test's model has nothing to say; what was asked has come in all the same.
      await visit('POST', '/chat/web', { assistantId, input: 'Hello.' });
      expect((await visit('POST', '/talk/terms', { assistantId })).status).toBe(200);
      // What is refused is logged, too.
      expect((await visit('POST', '/call/web', { assistantId: randomUUID() })).status).toBe(404);
      expect((await visit('GET', '/call')).status).toBe(403);
      const lead = { email: `a${randomUUID()}@school.example`, source: 'footer_contact_form' };
      const apikey = { apikey: publicKey, Prefer: 'return=minimal' };
      const insert = { key: publicKey, headers: { ...headers, ...apikey }, body: [lead] };
      expect((await server.send('POST', '/rest/v1/subscriptions', insert)).status).toBe(201);
      const form = {
        fullName: 'Ada',
        email: 'ada@school.example',
        phoneNumber: '+44 20 7946 0018',
        institution: 'School',
        numberOfStudents: '400',
        serviceOfInterest: 'Training',
        problemDescription: 'We would like to see it.',
      };
      expect((await visit('POST', '/contact-requests', form, null)).status).toBe(201);
      const booking = createBookingClient(
        () => server,
        () => database,
      );
      const [startsAt = ''] = await booking.starts('2026-01-06');
      const booked = await booking.send('POST', '/bookings', {
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body: { startsAt, timeZone: 'Europe/London', name: 'Ada', email: 'ada@school.example' },
      });
      expect([booked.status, JSON.stringify(booked.json)]).toMatchObject([201, expect.anything()]);
      await server.live.end(call.json.id, 'customer-ended-call');

      const stored = await readAll(database.db, server.logs);
      expect(stored).toContain(call.json.id);
      expect(stored).toContain('ada@school.example');
      expect(stored).not.toContain(address);
      expect(written.join('')).toContain('request answered');
      expect(written.join('')).not.toContain(address);
      const metrics = await server.fetch('/metrics');
      expect(await metrics.text()).not.toContain(address);
    });

    it('those of private keys are, for administrators of the organisation', async () => {
      const headers = { 'X-Forwarded-For': '198.51.100.5' };
      await server.send('POST', '/template', { headers, body: { name: 'T' } });
      await server.logs.flush();
      const { json } = await server.send('GET', '/logs');
      expect(json.results[0]).toMatchObject({ requestIpAddress: '198.51.100.5' });
    });

    it('that were stored are gone after the migration', async () => {
      const { db } = database;
      await db.delete(logTable);
      const tokens = (await server.send('GET', '/token')).json;
      const idOf = (kind: string) =>
        tokens.find((token: { tag: string }) => token.tag === kind)?.id ?? `no ${kind} key`;
      const add = (tokenId?: string) => {
        const id = randomUUID();
        const body = { requestIpAddress: VISITORS[0], requestPath: '/x', body: { tokenId } };
        const at = { createdAt: new Date(), updatedAt: new Date() };
        return db
          .insert(logTable)
          .values({ id, orgId: server.orgId, type: 'API', body, ...at })
          .then(() => id);
      };
      const gone = [await add(idOf('public')), await add(randomUUID()), await add()];
      const stays = await add(idOf('private'));
      const migration = await readFile(
        join(migrationsFolder, '0007_visitor_addresses.sql'),
        'utf8',
      );
      await db.execute(sql.raw(migration));
      const rows = await db.select().from(logTable);
      const kept = rows.filter(({ body }) => 'requestIpAddress' in body).map(({ id }) => id);
      expect(rows.map(({ id }) => id).toSorted()).toEqual([...gone, stays].toSorted());
      expect(kept).toEqual([stays]);
      expect(rows.every(({ body }) => body.requestPath === '/x')).toBe(true);
    });
  });
}
