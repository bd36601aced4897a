import type { Person, PersonRecordKind } from '@kindling/protocol';
import { and, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';

/** Who is looked for, and what is known of them already. */
export interface Subject {
  readonly orgId: string;
  readonly person: Person;
  /** Whether the organisation runs the website: what visitors left there, and mail, is its matter. */
  readonly isSite: boolean;
  /** Ids of conversations that are theirs. */
  readonly calls: readonly string[];
  readonly sessions: readonly string[];
  readonly chats: readonly string[];
  /** What mail about them holds: their addresses, and ids of what notices to the operator name. */
  readonly mailWords: readonly string[];
}

export interface ReadContext {
  readonly orgId: string;
  /** Of the server, for links. */
  readonly baseUrl: string;
}

/** One place where personal data is stored. `find` alone decides which rows belong to a person. */
export interface PersonPlace {
  readonly kind: PersonRecordKind;
  /** Null: files. */
  readonly table: PgTable | null;
  /** Whether mails name what is kept here by its id. */
  readonly namedInMail: boolean;
  /** Ids of what is theirs, the oldest first. */
  find(db: Database, subject: Subject): Promise<readonly string[]>;
  /** What of theirs these ids name, as it is exported; what is gone since is left out. */
  read(db: Database, ids: readonly string[], context: ReadContext): Promise<readonly object[]>;
}

/** One that is cleared by itself; calls and their recordings are ended and deleted together. */
export interface ErasablePlace extends PersonPlace {
  /** Deletes what `find` finds; answers the ids. */
  erase(tx: Database, subject: Subject): Promise<readonly string[]>;
}

export interface RowsOptions<T extends PgTable> {
  readonly kind: PersonRecordKind;
  readonly table: T;
  /** Unique: by it rows are named. */
  readonly key: AnyPgColumn;
  readonly order: AnyPgColumn;
  /** The row's organisation; null: the server's, or given by another table. */
  readonly org: AnyPgColumn | null;
  /** Within the organisation. Undefined: none is theirs. */
  readonly where: (subject: Subject) => SQL | undefined;
  /** @default every column, and every field of a column `body` */
  readonly show?: Show<T>;
  /** @default deletes the rows */
  readonly erase?: (tx: Database, where: SQL) => Promise<readonly string[]>;
  readonly namedInMail?: boolean;
}

type Show<T extends PgTable> = (
  rows: readonly InferSelectModel<T>[],
  db: Database,
  baseUrl: string,
) => readonly object[] | Promise<readonly object[]>;

/** Rows of a table: found and deleted by one condition, and read by their keys. */
export function rowsPlace<T extends PgTable>(options: RowsOptions<T>): ErasablePlace {
  const { kind, table, key, order, org, namedInMail = false } = options;
  const show: Show<T> = options.show ?? ((rows) => rows.map(plainRow));
  const owned = (orgId: string, condition: SQL) =>
    org === null ? condition : (and(eq(org, orgId), condition) ?? condition);
  const where = (subject: Subject) => owned(subject.orgId, options.where(subject) ?? sql`false`);
  const deleteRows = async (tx: Database, condition: SQL) =>
    (await tx.delete(table).where(condition).returning({ id: key })).map(({ id }) => String(id));
  const erase = options.erase ?? deleteRows;
  return {
    kind,
    table,
    namedInMail,
    async find(db, subject) {
      const rows = await db
        .select({ id: key })
        .from(table as PgTable)
        .where(where(subject))
        .orderBy(order, key);
      return rows.map(({ id }) => String(id));
    },
    async read(db, ids, { orgId, baseUrl }) {
      const rows = await db
        .select()
        .from(table as PgTable)
        .where(owned(orgId, inArray(key, [...ids])))
        .orderBy(order, key);
      // A select of a whole table gives its rows; over a table of any type that is not known.
      return show(rows as InferSelectModel<T>[], db, baseUrl);
    },
    erase: (tx, subject) => erase(tx, where(subject)),
  };
}

/** All that a row has: columns that are added later come with it. */
export function plainRow(row: object): object {
  const { body, ...columns } = row as { readonly body?: object };
  return { ...body, ...columns };
}

/**
 * Visits places in order, and lets later ones know the ids of earlier ones: by them mail is found.
 * Export and erasure both go this way.
 */
export async function visitPlaces<P extends PersonPlace>(
  places: readonly P[],
  subject: Subject,
  visit: (place: P, subject: Subject) => Promise<readonly string[]>,
): Promise<Subject> {
  let known = subject;
  for (const place of places) {
    const ids = await visit(place, known);
    if (place.namedInMail) known = { ...known, mailWords: [...known.mailWords, ...ids] };
  }
  return known;
}
