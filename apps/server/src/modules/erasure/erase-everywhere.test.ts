import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { erasureReportSchema } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeRecording } from '../../../testing/calls/stored-recording.ts';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { mailTable, tokenTable } from '../../platform/database/schema.ts';
import {
  type PlantedPerson,
  plantPerson,
  plantVisit,
  writeOutbox,
} from './testing/plant-person.ts';

const ZEBEDEE: PlantedPerson = {
  email: 'zebedee@quillfeather.example',
  number: '+14155550187',
  writtenNumber: '+1 (415) 555-0187',
  externalId: 'pupil-zebedee',
  name: 'Zebedee Quillfeather',
  words: 'Marmalade-the-cat',
};
const { email: EMAIL, number: NUMBER, externalId: EXTERNAL_ID, name: NAME } = ZEBEDEE;
const TRACES = Object.values(ZEBEDEE);

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

    async function plant(): Promise<void> {
      const { orgId, assistantId, privateKey: key } = server;
      const ground = { server, database, folder, orgId, assistantId, key };
      await plantPerson(ground, ZEBEDEE);
      await plantVisit(ground, ZEBEDEE);
      await writeOutbox(ground);
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
        assistantId: server.assistantId,
        input: `Is ${EMAIL} there?`,
      });
      const room = await storeRecording(database.db, server.orgId);
      const { kept } = await erase();
      const ids = Object.fromEntries(kept.map((one) => [one.kind, one.ids]));
      expect(ids).toEqual({
        assistant: [assistant],
        assistantVersion: [expect.any(String)],
        chat: [chat.id],
        file: [uploaded.json.id],
        recording: [room],
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
  ...['app_user', 'blobs', 'booking', 'call', 'call_line', 'campaign_call', 'chat'],
  ...['contact_request', 'idempotency', 'job', 'log', 'mail', 'outbox', 'recording'],
  ...['session', 'subscriptions', 'support_ticket', 'token'],
];
