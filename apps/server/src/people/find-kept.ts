import type { ErasureReport, Person } from '@kindling/protocol';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FileContents } from '../files/file-contents.ts';
import type { Database } from '../storage/database.ts';
import * as platform from '../storage/platform-tables.ts';
import {
  assistantTable,
  bookingTable,
  contactRequestTable,
  recordingTable,
  roomTable,
  tokenTable,
} from '../storage/schema.ts';
import { addressesOf, either, sameEmail, speaksOf } from './person-match.ts';

type Kept = ErasureReport['kept'][number];
type OrgTable = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

/** How many of a kind are named. */
const MOST = 100;

const OWN = 'Your organisation wrote it. Look whether it still needs to speak of this person.';
const TALK = 'It is not said to be with this person. Look at it, and delete it if it was.';

/** What may speak of a person and is not theirs. */
const SEARCHED: readonly (readonly [kind: string, table: OrgTable, why: string])[] = [
  ['chat', platform.chatTable, TALK],
  ['session', platform.sessionTable, TALK],
  ['assistant', assistantTable, OWN],
  [
    'assistantVersion',
    platform.assistantVersionTable,
    'An earlier state of an assistant; it goes when the assistant is deleted.',
  ],
  ['campaign', platform.campaignTable, OWN],
  ['credential', platform.credentialTable, OWN],
  ['knowledgeBase', platform.knowledgeBaseTable, OWN],
  ['phoneNumber', platform.phoneNumberTable, OWN],
  ['room', roomTable, OWN],
  ['squad', platform.squadTable, OWN],
  ['template', platform.templateTable, OWN],
  ['testSuite', platform.testSuiteTable, OWN],
  ['testSuiteTest', platform.testSuiteTestTable, OWN],
  ['testSuiteRun', platform.testSuiteRunTable, OWN],
  ['token', tokenTable, OWN],
  ['tool', platform.toolTable, OWN],
  ['voice', platform.voiceTable, OWN],
  ['workflow', platform.workflowTable, OWN],
];

export interface FindKeptOptions {
  readonly db: Database;
  readonly contents: Pick<FileContents, 'readText'>;
}

/** What still speaks of a person after everything of theirs is gone, and why it was left. */
export async function findKept(
  { db, contents }: FindKeptOptions,
  orgId: string,
  { person, isSite }: { readonly person: Person; readonly isSite: boolean },
): Promise<Kept[]> {
  const found: Kept[] = [];
  const add = (kind: string, rows: readonly { readonly id: string }[], why: string) => {
    if (rows.length > 0) found.push({ kind, ids: rows.map(({ id }) => id), why });
  };
  for (const [kind, table, why] of SEARCHED) {
    const where = and(eq(table.orgId, orgId), speaksOf(sql`${table}::text`, person));
    add(kind, await idsOf(db, table, where), why);
  }
  add('file', await findFiles({ db, contents }, orgId, person), FILE);
  add('member', await findMembers(db, orgId, person), MEMBER);
  const ofRooms = and(eq(recordingTable.orgId, orgId), isNull(recordingTable.callId));
  add('recording', await idsOf(db, recordingTable, ofRooms), RECORDING);
  if (!isSite) return found;
  for (const [kind, table] of VISITS)
    add(kind, await idsOf(db, table, speaksOf(sql`${table}::text`, person)), VISIT);
  return found;
}

const FILE = 'Its text speaks of this person. Upload it again without them, and delete this one.';
const MEMBER =
  'Belongs to your organisation. Take them out with DELETE /org/{id}/member/{memberId}/leave.';
const RECORDING =
  'Of a room: sound and pictures cannot be searched. Delete it if this person took part.';
const VISIT = 'Somebody else left it on the website and speaks of this person there.';
const VISITS = [
  ['booking', bookingTable],
  ['contactRequest', contactRequestTable],
] as const;

function idsOf(
  db: Database,
  table: PgTable & { readonly id: AnyPgColumn },
  where: SQL | undefined,
): Promise<{ id: string }[]> {
  return db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .limit(MOST);
}

async function findMembers(db: Database, orgId: string, { email }: Person) {
  const { memberTable, userTable } = platform;
  return db
    .select({ id: userTable.id })
    .from(memberTable)
    .innerJoin(userTable, eq(userTable.id, memberTable.userId))
    .where(
      and(
        eq(memberTable.orgId, orgId),
        isNotNull(memberTable.acceptedAt),
        either([email === undefined ? undefined : sameEmail(userTable.email, email)]),
      ),
    );
}

/** By name, and by what stands in them: their text is on the disk, one file after another is read. */
async function findFiles(
  { db, contents }: FindKeptOptions,
  orgId: string,
  person: Person,
): Promise<{ id: string }[]> {
  const addresses = addressesOf(person).map((address) => address.toLowerCase());
  if (addresses.length === 0) return [];
  const table = platform.fileTable;
  const files = await db.select().from(table).where(eq(table.orgId, orgId));
  const found: { id: string }[] = [];
  for (const { id, body } of files) {
    if (found.length === MOST) break;
    const text = await contents.readText(orgId, String(body.key ?? ''));
    const all = `${JSON.stringify(body)}\n${text ?? ''}`.toLowerCase();
    if (addresses.some((address) => all.includes(address))) found.push({ id });
  }
  return found;
}
