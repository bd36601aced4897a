import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { memberTable } from '../../platform/database/platform-tables.ts';
import { mailTable } from '../../platform/database/schema.ts';
import { isMailWaiting } from '../../platform/mail/mail-store.ts';
import type { OutboxFiles } from '../../platform/mail/outbox-files.ts';
import { removeOrphanedUsers } from '../orgs/orphaned-users.ts';

const DAY = 86_400_000;
/** Long enough to look into what became of a mail, or to see who never answered. */
const RETENTION_DAYS = 30;

export interface PurgeServerOptions {
  readonly db: Database;
  /** Answers kept for repeated requests: deletes those that are too old at `now`, tells how many. */
  readonly idempotency: { purge(now: number): Promise<number> };
  readonly outbox: Pick<OutboxFiles, 'removeOlder'>;
}

export interface ServerSwept {
  readonly idempotency: number;
  readonly mails: number;
  readonly invitations: number;
}

/**
 * Deletes what no organisation decides about and nobody needs any more at `now`, epoch ms: answers to
 * repeated requests after a day; 30 days after they left or were given up, mails, and 30 days after
 * they ran out, invitations that nobody accepted.
 */
export async function purgeServer(
  { db, idempotency, outbox }: PurgeServerOptions,
  now: number,
): Promise<ServerSwept> {
  const instant = new Date(now - RETENTION_DAYS * DAY);
  return {
    idempotency: await idempotency.purge(now),
    mails: (await forgetMails(db, instant)) + (await outbox.removeOlder(instant)),
    invitations: await forgetInvitations(db, instant),
  };
}

async function forgetMails(db: Database, instant: Date): Promise<number> {
  const gone = await db
    .delete(mailTable)
    .where(
      and(
        sql`not ${isMailWaiting}`,
        lt(sql`coalesce(${mailTable.sentAt}, ${mailTable.createdAt})`, instant.toISOString()),
      ),
    )
    .returning({ id: mailTable.id });
  return gone.length;
}

function forgetInvitations(db: Database, instant: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(memberTable)
      .where(
        and(
          isNull(memberTable.acceptedAt),
          isNotNull(memberTable.inviteExpiresAt),
          lt(memberTable.inviteExpiresAt, instant),
        ),
      )
      .returning({ id: memberTable.userId });
    await removeOrphanedUsers(
      tx,
      gone.map(({ id }) => id),
    );
    return gone.length;
  });
}
