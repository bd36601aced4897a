import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  erasureReportSchema,
  type Operation,
  operations,
  PERSON_RECORD_KINDS,
  type PersonExport,
  personExportSchema,
} from '@kindling/protocol';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { tableNameOf } from '../../platform/database/resource-tables.ts';
import { mailTable } from '../../platform/database/schema.ts';
import { createOutboxFiles } from '../../platform/mail/outbox-files.ts';
import { VISITS } from './find-retained.ts';
import { createPersonPlaces } from './places/person-places.ts';
import {
  type Ground,
  marksOf,
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
/** Another person of the same organisation. */
const BEATRICE: PlantedPerson = {
  email: 'beatrice@thistledown.example',
  number: '+14155550188',
  writtenNumber: '+1 (415) 555-0188',
  externalId: 'pupil-beatrice',
  name: 'Beatrice Thistledown',
  words: 'Pumpernickel-the-dog',
};
/** The same person as another organisation knows him. */
const ELSEWHERE: PlantedPerson = { ...ZEBEDEE, words: 'Tarragon-the-horse' };
const WHO = { email: ZEBEDEE.email, number: ZEBEDEE.number, externalId: ZEBEDEE.externalId };

const described = Object.values<Operation>(operations);

/** Tables of resources: what these keep of people, the rows of their operations say. */
const STATED = new Set(described.map(({ resource }) => tableNameOf(resource)));

/** What no operation is about, and holds nothing of the people an organisation talks with. */
const NOBODYS: Readonly<Record<string, string>> = {
  call_line: 'goes with its call',
  meeting: 'servers',
  node: 'servers',
  call_resumption: 'what a call that goes on is resumed by; gone with its end',
  rate_limit: 'counts of a minute',
  org_settings: 'the organisation’s own',
  server_secret: 'what servers sign with',
  usage_day: 'counts of a key',
};

for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`everything about a person on ${name}`, () => {
    let folder: string;
    let database: OpenDatabase;
    let server: TestServer;
    let own: Ground;
    let other: Ground;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kindling-export-'));
      database = await open();
      const environment = { KINDLING_DATA: folder };
      server = await createTestServer(database, environment, { blobFolder: join(folder, 'blobs') });
      server.parts.model.otherwise('I see.');
      const { orgId, assistantId, privateKey: key } = server;
      own = { server, database, folder, orgId, assistantId, key };
      other = { ...own, ...(await addOrganisation()) };
      // A call that goes on is exported as far as it has come; its end would write more in between.
      for (const [ground, person, day] of [
        [own, ZEBEDEE, 5],
        [own, BEATRICE, 6],
        [other, ELSEWHERE, null],
      ] as const) {
        await server.live.end(await plantPerson(ground, person), 'customer-ended-call');
        if (day !== null) await plantVisit(ground, person, day);
      }
      await writeOutbox(own);
    }, 60_000);
    afterAll(async () => {
      await database?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function addOrganisation() {
      const { json } = await server.send('POST', '/org', { body: { name: 'Another school' } });
      const key = json.privateKey as string;
      const body = { name: 'Theirs', model: { provider: 'kindling' } };
      const made = await server.send('POST', '/assistant', { body, key });
      expect(made.status).toBe(201);
      return { orgId: json.id as string, key, assistantId: made.json.id as string };
    }

    async function exported({ key }: Ground): Promise<PersonExport> {
      const answer = await server.send('POST', '/person/export', { body: WHO, key });
      expect(answer.status).toBe(200);
      return personExportSchema.strict().parse(answer.json);
    }
    const erase = async ({ key }: Ground) => {
      const { json } = await server.send('POST', '/person/erase', { body: WHO, key });
      return erasureReportSchema.strict().parse(json).deleted;
    };
    const countsOf = ({ found }: PersonExport) =>
      Object.fromEntries(PERSON_RECORD_KINDS.map((kind) => [kind, found[kind].length]));
    const expectNothing = (document: PersonExport) => {
      expect(Object.values(countsOf(document)).filter((count) => count > 0)).toEqual([]);
      expect([document.mentionedIn, document.leftOut]).toEqual([[], []]);
    };
    const expectMarks = (
      { found }: PersonExport,
      person: PlantedPerson,
      kinds: readonly Kind[],
    ) => {
      for (const kind of kinds)
        for (const mark of marksOf(person)[kind])
          expect([kind, mark, JSON.stringify(found[kind]).includes(mark)]).toEqual([
            ...[kind, mark, true],
          ]);
    };

    it('is another organisation’s where that asks, and stays there', async () => {
      const mine = await exported(own);
      // Mail is the server's, and the server that of the first organisation.
      const { mails: _, ...found } = mine.found;
      expect(JSON.stringify(found)).not.toContain(ELSEWHERE.words);
      expect(JSON.stringify(found)).not.toContain(other.orgId);

      const theirs = await exported(other);
      const visits: readonly Kind[] = ['leads', 'contactRequests', 'bookings'];
      for (const kind of visits) expect([kind, theirs.found[kind]]).toEqual([kind, []]);
      const kinds = PERSON_RECORD_KINDS.filter((kind) => !visits.includes(kind));
      expectMarks(theirs, ELSEWHERE, kinds);
      for (const trace of [...Object.values(BEATRICE), ZEBEDEE.words, own.orgId])
        expect(JSON.stringify(theirs)).not.toContain(trace);
      expect(await erase(other)).toEqual(countsOf(theirs));
      expectNothing(await exported(other));
      expectMarks(await exported(own), ZEBEDEE, PERSON_RECORD_KINDS);
    });

    it('is in the export, and goes with the erasure', async () => {
      const before = await exported(own);
      expectMarks(before, ZEBEDEE, PERSON_RECORD_KINDS);
      expect([before.mentionedIn, before.leftOut]).toEqual([[], []]);
      for (const trace of Object.values(BEATRICE))
        expect(JSON.stringify(before)).not.toContain(trace);
      expect(new Set(before.found.mails.map((mail) => mail.in))).toEqual(
        new Set(['queue', 'outbox']),
      );

      const deleted = await erase(own);
      expect(deleted).toEqual(countsOf(before));
      expect(Object.entries(deleted).filter(([, count]) => count === 0)).toEqual([]);
      expectNothing(await exported(own));
    });

    it('shows of mail nothing that is a key', async () => {
      await server.send('POST', `/org/${own.orgId}/invite`, {
        body: { emails: [ZEBEDEE.email], role: 'admin' },
      });
      const rows = await database.db.select().from(mailTable);
      const codes = rows.flatMap(({ message }) => /code=([\w-]+)/.exec(message.text)?.[1] ?? []);
      expect(codes).not.toEqual([]);
      await writeOutbox(own);
      const text = JSON.stringify(await exported(own));
      expect(text).toContain('code=(hidden)');
      for (const code of codes) expect(text).not.toContain(code);
    });

    it('is in places that this list has, or is said not to be', async () => {
      const linksOf = () => [];
      const outbox = createOutboxFiles(join(folder, randomUUID()));
      const { calls, rows, files } = createPersonPlaces({ linksOf, outbox });
      const places = [...calls, ...rows, ...files];
      expect(new Set(places.map(({ kind }) => kind))).toEqual(new Set(PERSON_RECORD_KINDS));
      const tables = [
        ...places.flatMap(({ table }) => table ?? []),
        ...VISITS.map(([, table]) => table),
      ].map(getTableName);
      const all = (await database.db.execute(
        sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
      )) as unknown as { rows: { tablename: string }[] };
      const there = all.rows.map(({ tablename }) => tablename);
      const known = new Set([...tables, ...STATED, ...Object.keys(NOBODYS)]);
      expect(there.filter((name) => !known.has(name))).toEqual([]);
      expect([...tables, ...Object.keys(NOBODYS)].filter((name) => !there.includes(name))).toEqual(
        [],
      );
      // A place is said of by the rows of what it keeps.
      for (const { kind, table } of places) {
        const name = table === null ? '' : getTableName(table);
        const about = described.filter(({ resource }) => tableNameOf(resource) === name);
        const stated = about.flatMap(({ personalData }) =>
          personalData === 'none' ? [] : personalData,
        );
        if (about.length > 0)
          expect([name, stated]).toEqual([name, expect.arrayContaining([kind])]);
      }
    });
  });
}

type Kind = (typeof PERSON_RECORD_KINDS)[number];
