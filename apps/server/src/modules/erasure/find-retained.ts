import {
  type ErasureReport,
  type OperationName,
  operations,
  type Person,
} from '@kindling/protocol';
import { and, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import * as platform from '../../platform/database/platform-tables.ts';
import {
  bookingTable,
  contactRequestTable,
  recordingTable,
} from '../../platform/database/schema.ts';
import type { FileContents } from '../files/file-contents.ts';
import { addressesOf, either, sameEmail, speaksOf } from './person-match.ts';
import type { Subject } from './places/place.ts';
import { type OrgTable, type Reason, SEARCHED } from './searched-tables.ts';

type RetainedRow = ErasureReport['kept'][number] & Reason;

/** How many of a kind are named. */
const MAX_ROWS = 100;

export interface FindRetainedOptions {
  readonly db: Database;
  readonly contents: Pick<FileContents, 'readText'>;
}

/** Ids of rows that are the person's, by their table. */
export type FoundRows = ReadonlyMap<PgTable, readonly string[]>;

/** What speaks of a person and is not theirs, and why. What is theirs is in `found`, unless it is gone. */
export async function findRetained(
  { db, contents }: FindRetainedOptions,
  { orgId, person, isSite }: Subject,
  found: FoundRows,
): Promise<RetainedRow[]> {
  const kept: RetainedRow[] = [];
  const add = (kind: string, rows: readonly { readonly id: string }[], more: Shown) => {
    if (rows.length > 0) kept.push({ kind, ids: rows.map(({ id }) => id), ...more });
  };
  const others = (table: OrgTable | VisitTable) =>
    and(speaksOf(sql`${table}::text`, person), notInArray(table.id, [...(found.get(table) ?? [])]));
  for (const { kind, table, read, reason } of SEARCHED) {
    const where = and(eq(table.orgId, orgId), others(table));
    add(kind, await idsOf(db, table, where), { ...reason, read: addressOf(read) });
  }
  add('file', await findFiles({ db, contents }, orgId, person), FILE);
  add('member', await findMembers(db, orgId, person), MEMBER);
  const ofRooms = and(eq(recordingTable.orgId, orgId), isNull(recordingTable.callId));
  add('recording', await idsOf(db, recordingTable, ofRooms), RECORDING);
  if (!isSite) return kept;
  for (const [kind, table, read] of VISITS)
    add(kind, await idsOf(db, table, others(table)), { ...VISIT, read });
  return kept;
}

type Shown = Reason & { readonly read: string };

const addressOf = (name: OperationName) => `${operations[name].method} ${operations[name].path}`;

const FILE: Shown = {
  why: 'Its text speaks of this person.',
  advice: 'Upload it again without them, and delete this one.',
  read: addressOf('file.content'),
};
const MEMBER: Shown = {
  why: 'Belongs to your organisation.',
  advice: 'Take them out with DELETE /org/{id}/member/{memberId}/leave.',
  read: addressOf('org.listUsers'),
};
const RECORDING: Shown = {
  why: 'Of a room: sound and pictures cannot be searched.',
  advice: 'Delete it if this person took part.',
  read: addressOf('recording.accessLink'),
};
const VISIT: Reason = {
  why: 'Another person left it on the website, and it mentions this person.',
  advice: '',
};
type VisitTable = typeof bookingTable | typeof contactRequestTable;
export const VISITS = [
  ['booking', bookingTable, 'GET /scheduling/api/bookings'],
  ['contactRequest', contactRequestTable, 'GET /contact-requests/export'],
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
    .limit(MAX_ROWS);
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
  { db, contents }: FindRetainedOptions,
  orgId: string,
  person: Person,
): Promise<{ id: string }[]> {
  const addresses = addressesOf(person).map((address) => address.toLowerCase());
  if (addresses.length === 0) return [];
  const table = platform.fileTable;
  const files = await db.select().from(table).where(eq(table.orgId, orgId));
  const found: { id: string }[] = [];
  for (const { id, body } of files) {
    if (found.length === MAX_ROWS) break;
    const text = await contents.readText(orgId, String(body.key ?? ''));
    const all = `${JSON.stringify(body)}\n${text ?? ''}`.toLowerCase();
    if (addresses.some((address) => all.includes(address))) found.push({ id });
  }
  return found;
}
