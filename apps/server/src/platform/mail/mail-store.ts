import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, isNotNull, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type MailMessage, mailTable } from '../database/schema.ts';

/** A row that this worker holds until its lease ends. `attempts` counts this one and fences the others. */
export interface ClaimedMail {
  readonly id: string;
  readonly message: MailMessage;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Rows of the table `mail`. All moments are the caller's clock's. */
export interface MailStore {
  add(tx: Database, messages: readonly MailMessage[], now: Date): Promise<void>;
  /** Takes the row that is due longest; nobody else gets it before `leaseEnd`. */
  claim(now: Date, leaseEnd: Date): Promise<ClaimedMail | null>;
  /** It left. What it said is dropped: it may hold a link that only its reader should have, or a name. */
  markSent(mail: ClaimedMail, now: Date): Promise<void>;
  /** Null gives it up. */
  markFailed(mail: ClaimedMail, nextAttemptAt: Date | null, error: string): Promise<void>;
  /** What is neither sent nor given up, and when the next of it is due. */
  waiting(): Promise<{ readonly count: number; readonly nextAttemptAt: Date | null }>;
}

const LAST_ERROR_MAX_CHARACTERS = 500;

export function createMailStore(db: Database): MailStore {
  const table = mailTable;
  const held = (mail: ClaimedMail) => and(eq(table.id, mail.id), eq(table.attempts, mail.attempts));
  return {
    async add(tx, messages, now) {
      if (messages.length === 0) return;
      const row = { createdAt: now, nextAttemptAt: now };
      await tx
        .insert(table)
        .values(messages.map((message) => ({ id: randomUUID(), message, ...row })));
    },
    async claim(now, leaseEnd) {
      const due = db
        .select({ id: table.id })
        .from(table)
        .where(lte(table.nextAttemptAt, now))
        .orderBy(asc(table.nextAttemptAt), asc(table.createdAt))
        .limit(1)
        .for('update', { skipLocked: true });
      const [claimed] = await db
        .update(table)
        .set({ attempts: sql`${table.attempts} + 1`, nextAttemptAt: leaseEnd })
        // An equality, not `in`: PostgreSQL runs an uncorrelated subquery once only as a scalar.
        .where(eq(table.id, sql`(${due})`))
        .returning({
          id: table.id,
          message: table.message,
          attempts: table.attempts,
          createdAt: table.createdAt,
        });
      return claimed ?? null;
    },
    async markSent(mail, now) {
      const { address } = mail.message.to;
      await db
        .update(table)
        .set({
          sentAt: now,
          nextAttemptAt: null,
          lastError: null,
          message: { to: { name: '', address }, subject: '', text: '' },
        })
        .where(held(mail));
    },
    async markFailed(mail, nextAttemptAt, error) {
      const lastError = error.slice(0, LAST_ERROR_MAX_CHARACTERS);
      await db.update(table).set({ nextAttemptAt, lastError }).where(held(mail));
    },
    async waiting() {
      const [row] = await db
        .select({ count: count(), nextAttemptAt: min(table.nextAttemptAt) })
        .from(table)
        .where(isNotNull(table.nextAttemptAt));
      return row ?? { count: 0, nextAttemptAt: null };
    },
  };
}
