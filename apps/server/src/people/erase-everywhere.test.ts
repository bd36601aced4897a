import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { erasureReportSchema } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeMail } from '../mail/compose-mail.ts';
import { createOutboxTransport } from '../mail/outbox-transport.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { jobTable } from '../storage/platform-tables.ts';
import { bookingTable, mailTable, tokenTable } from '../storage/schema.ts';
import { storeCall } from '../testing/stored-call.ts';
import { storeRecording } from '../testing/stored-recording.ts';
import { testDatabases } from '../testing/test-databases.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadText } from '../testing/upload-text.ts';

/** One person, with nothing that anybody else has. */
const EMAIL = 'zebedee@quillfeather.example';
const NUMBER = '+14155550187';
const WRITTEN_NUMBER = '+1 (415) 555-0187';
const EXTERNAL_ID = 'pupil-zebedee';
const NAME = 'Zebedee Quillfeather';
const WORDS = 'my cat is called Marmalade';
const TRACES = [EMAIL, NUMBER, WRITTEN_NUMBER, EXTERNAL_ID, NAME, WORDS];
const customer = { email: EMAIL, number: NUMBER, name: NAME, externalId: EXTERNAL_ID };

for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`nothing of a person is left on ${name}`, () => {
    let folder: string;
    let database: OpenDatabase;
    let server: TestServer;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kindling-erase-'));
      database = await open();
      const environment = { KINDLING_DATA: folder };
      server = await createTestServer(database, environment, { blobFolder: join(folder, 'blobs') });
      server.parts.model.otherwise('I see.');
    }, 60_000);
    afterAll(async () => {
      await database?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Where a trace stands: the names of tables, with the rows, and of files. */
    async function findTraces(): Promise<string[]> {
      const { db } = database;
      const tables = (await db.execute(
        sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
      )) as unknown as { rows: { tablename: string }[] };
      const found: string[] = [];
      for (const { tablename } of tables.rows) {
        const table = sql.identifier(tablename);
        const rows = (await db.execute(
          sql`select ${table}::text as row from ${table}`,
        )) as unknown as { rows: { row: string }[] };
        for (const { row } of rows.rows) if (speaks(row)) found.push(`${tablename}: ${row}`);
      }
      for (const path of await readdir(folder, { recursive: true })) {
        const content = await readFile(join(folder, path)).catch(() => null);
        if (content !== null && speaks(content.toString('utf8'))) found.push(path);
      }
      return found;
    }

    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await server.send('POST', path, { body, headers });
      expect([path, answer.status, answer.json.message]).toEqual([path, answer.status, undefined]);
      return answer.json;
    };

    /** By the doors that people use, as far as there are some. */
    async function plant(): Promise<void> {
      const { assistantId, orgId } = server;
      const { db } = database;
      const keyed = () => ({ 'Idempotency-Key': randomUUID() });
      // Conversations.
      const session = await post('/session', { assistantId, customer }, keyed());
      await post('/chat', { sessionId: session.id, input: WORDS }, keyed());
      await post('/call/web', { assistantId, customer }, keyed());
      const callId = await storeCall(db, orgId, {
        ...{ customer, sessionId: session.id, name: NAME, metadata: { pupil: EXTERNAL_ID } },
        artifact: { messages: [], transcript: `User: ${WORDS}` },
        analysis: { summary: WORDS, structuredData: { name: NAME } },
      });
      const recordingId = await storeRecording(db, orgId, { callId });
      await mkdir(join(folder, 'blobs/recordings', recordingId), { recursive: true });
      await writeFile(join(folder, 'blobs/recordings', recordingId, 'sound'), WORDS);
      await db.insert(jobTable).values([
        // A report that waits, and one of the same that failed and says whom it was about.
        {
          ...{ id: randomUUID(), orgId, kind: 'webhook', dueAt: new Date(), createdAt: new Date() },
          payload: { callId, message: { customer } },
        },
        {
          ...{ id: randomUUID(), orgId, kind: 'call-analysis', dueAt: new Date() },
          ...{ createdAt: new Date(), payload: { callId, systemPrompt: `You talk with ${NAME}.` } },
        },
        {
          ...{ id: randomUUID(), orgId, kind: 'webhook', finishedAt: new Date() },
          ...{ createdAt: new Date(), payload: {}, lastError: `${EMAIL} is not known here` },
        },
      ]);
      const phone = await post('/phone-number', {
        ...{ provider: 'vapi', sipUri: 'sip:desk@kindling.example' },
      });
      await post(
        '/campaign',
        {
          ...{ name: 'Invite', assistantId, phoneNumberId: phone.id },
          customers: [customer, { number: '+14155550199' }],
        },
        keyed(),
      );
      // What asked for them, and is in the log as it was asked.
      await server.send('DELETE', `/call/${randomUUID()}?number=${encodeURIComponent(NUMBER)}`);
      await server.send('GET', `/nothing/${randomUUID()}?email=${encodeURIComponent(EMAIL)}`);
      // People and letters.
      await post('/support/ticket', {
        ...{ category: 'bug-report', bugSubcategory: 'latency', subject: `Calls of ${NAME}` },
        message: `Calls with ${EMAIL} are slow.`,
      });
      await post(`/org/${orgId}/invite`, { emails: [EMAIL], role: 'viewer' });
      const old = await server.tokens.create({ orgId, kind: 'private', name: EMAIL });
      await server.tokens.revoke(old.token.id);
      // The website.
      await post('/contact-requests', contactForm());
      await db.execute(
        sql`insert into subscriptions (email, source) values (${EMAIL.toUpperCase()}, 'footer')`,
      );
      await db.insert(bookingTable).values(booking());
      // What was mailed, and what was written into the outbox of it.
      const mails = await db.select().from(mailTable);
      expect(mails.length).toBeGreaterThan(2);
      const transport = createOutboxTransport(join(folder, 'outbox'));
      const from = { name: 'Kindling', address: 'hello@kindling.example' };
      for (const mail of mails)
        await transport.deliver(composeMail(mail, from), new AbortController().signal);
      transport.close();
      await server.logs.flush();
    }

    it('in any table, or in any file', async () => {
      await plant();
      const kinds = new Set((await findTraces()).map((trace) => trace.split(/[:/]/)[0]));
      expect([...kinds].toSorted()).toEqual(PLANTED.toSorted());

      const { kept, deleted } = await erase();
      expect(await findTraces()).toEqual([]);
      expect(kept).toEqual([]);
      const nothing = Object.entries(deleted).filter(([, count]) => count === 0);
      expect(nothing).toEqual([]);
      expect(Object.values((await erase()).deleted).every((count) => count === 0)).toBe(true);
    });

    it('but what the report names, with the reason', async () => {
      const uploaded = await uploadText(server, { text: `Ask ${EMAIL}.`, name: 'people.txt' });
      const prompt = { messages: [{ role: 'system', content: `Send them to ${EMAIL}.` }] };
      const { id: assistant } = await post('/assistant', {
        name: 'Desk',
        model: { provider: 'kindling', ...prompt },
      });
      const chat = await post('/chat', {
        ...{ assistantId: server.assistantId, input: `Is ${EMAIL} there?` },
      });
      const room = await storeRecording(database.db, server.orgId);
      const { kept } = await erase();
      const ids = Object.fromEntries(kept.map((one) => [one.kind, one.ids]));
      expect(ids).toEqual({
        ...{ assistant: [assistant], assistantVersion: [expect.any(String)] },
        ...{ chat: [chat.id], file: [uploaded.json.id], recording: [room] },
      });
      for (const { why } of kept) expect(why.length).toBeGreaterThan(20);
    });

    it('and who belongs to the organisation is named, and goes with its key’s name', async () => {
      const { orgId } = server;
      await post(`/org/${orgId}/invite`, { emails: [EMAIL], role: 'viewer' });
      const mails = await database.db.select().from(mailTable);
      const code = mails
        .map(({ message }) => /code=([\w-]+)/.exec(message.text)?.[1])
        .find(Boolean);
      const accepted = await post('/invite/accept', { code, fullName: NAME });
      const member = (await erase()).kept.find(({ kind }) => kind === 'member');
      expect(member?.ids).toEqual([accepted.user.id]);
      const path = `/org/${orgId}/member/${accepted.user.id}/leave`;
      expect((await server.send('DELETE', path)).status).toBe(200);
      const names = await database.db.select({ name: tokenTable.name }).from(tokenTable);
      expect(names.filter(({ name }) => name === EMAIL)).toEqual([]);
      await server.logs.flush();
      const left = await findTraces();
      expect(left.map((trace) => trace.split(/[:/]/)[0])).not.toContain('app_user');
    });

    async function erase() {
      const body = { email: EMAIL, number: NUMBER, externalId: EXTERNAL_ID };
      return erasureReportSchema.strict().parse(await post('/person/erase', body));
    }
  });
}

function speaks(text: string): boolean {
  const lower = text.toLowerCase();
  return TRACES.some((trace) =>
    [trace, encodeURIComponent(trace)].some((written) => lower.includes(written.toLowerCase())),
  );
}

/** The tables and the folders in which the person is before anything is deleted. */
const PLANTED = [
  ...['app_user', 'blobs', 'booking', 'call', 'campaign_call', 'chat', 'contact_request'],
  ...['idempotency', 'job', 'log', 'mail', 'outbox', 'session', 'subscriptions'],
  ...['support_ticket', 'token'],
];

function contactForm() {
  return {
    ...{ fullName: NAME, email: 'z.q@elsewhere.example', phoneNumber: WRITTEN_NUMBER },
    ...{ institution: 'School', numberOfStudents: '1', serviceOfInterest: 'AI tutor' },
    problemDescription: `I write again: ${WORDS}.`,
  };
}

function booking(): typeof bookingTable.$inferInsert {
  const at = new Date(Date.UTC(2026, 0, 5, 15));
  const until = new Date(at.getTime() + 1_800_000);
  return {
    ...{ id: randomUUID(), hostId: 1, status: 'confirmed', startsAt: at, endsAt: until },
    ...{ blockedFrom: at, blockedUntil: until, hostDate: '2026-01-05', hostTimeZone: 'UTC' },
    timeZone: 'UTC',
    details: { name: NAME, email: EMAIL, institution: '', serviceOfInterest: '', note: WORDS },
    ...{ manageTokenHash: randomUUID(), idempotencyKey: randomUUID(), requestHash: 'x' },
    ...{ createdAt: at, updatedAt: at },
  };
}
