import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { jobTable } from '../database/platform-tables.ts';
import { mailTable } from '../database/schema.ts';
import type { QueuedMail } from './compose-mail.ts';

/** Rows of the table `mail`: what is sent, and what came of it. When it is sent, its job says. */
export interface MailStore {
  /** Null: it left already, or was deleted. */
  findUnsent(id: string): Promise<QueuedMail | null>;
  /** It left. What it said is dropped: it may hold a link that only its reader should have, or a name. */
  markSent(mail: QueuedMail, attempts: number, now: Date): Promise<void>;
  markFailed(id: string, attempts: number, error: string): Promise<void>;
  /** How many are neither sent nor given up. */
  countWaiting(): Promise<number>;
}

const LAST_ERROR_MAX_CHARACTERS = 500;

/** Of a row of `mail`: neither sent nor given up. */
export const isMailWaiting: SQL = sql`exists (
  select 1 from ${jobTable} where ${jobTable.id} = ${mailTable.id} and ${jobTable.dueAt} is not null
)`;

/** When each mail that waits is tried next. */
export async function readNextAttempts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  const jobs = await db
    .select({ id: jobTable.id, dueAt: jobTable.dueAt })
    .from(jobTable)
    .where(inArray(jobTable.id, [...ids]));
  return new Map(jobs.map(({ id, dueAt }) => [id, dueAt]));
}

export function createMailStore(db: Database): MailStore {
  const table = mailTable;
  const unsent = (id: string) => and(eq(table.id, id), isNull(table.sentAt));
  return {
    async findUnsent(id) {
      const [mail] = await db
        .select({ id: table.id, message: table.message, createdAt: table.createdAt })
        .from(table)
        .where(unsent(id));
      return mail ?? null;
    },
    async markSent({ id, message }, attempts, now) {
      const { address } = message.to;
      await db
        .update(table)
        .set({
          attempts,
          sentAt: now,
          lastError: null,
          message: { to: { name: '', address }, subject: '', text: '' },
        })
        .where(unsent(id));
    },
    async markFailed(id, attempts, error) {
      const lastError = error.slice(0, LAST_ERROR_MAX_CHARACTERS);
      await db.update(table).set({ attempts, lastError }).where(unsent(id));
    },
    async countWaiting() {
      const [row] = await db.select({ count: count() }).from(table).where(isMailWaiting);
      return row?.count ?? 0;
    },
  };
}
