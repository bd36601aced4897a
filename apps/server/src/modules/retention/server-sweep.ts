import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Repetitions } from '../../http/repetitions.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberTable } from '../../platform/database/platform-tables.ts';
import { mailTable } from '../../platform/database/schema.ts';
import type { OutboxFiles } from '../../platform/mail/outbox-files.ts';
import { removeLonelyUsers } from '../orgs/lonely-users.ts';

const DAY = 86_400_000;
/** Long enough to look into what became of a mail, or to see who never answered. */
const KEPT_DAYS = 30;

export interface ServerSweepOptions {
  readonly db: Database;
  readonly repetitions: Pick<Repetitions, 'sweep'>;
  readonly outbox: Pick<OutboxFiles, 'removeOlder'>;
}

export interface ServerSwept {
  readonly repetitions: number;
  readonly mails: number;
  readonly invitations: number;
}

/**
 * Deletes what no organisation decides about and nobody needs any more at `now`, epoch ms: answers to
 * repeated requests after a day; 30 days after they left or were given up, mails, and 30 days after
 * they ran out, invitations that nobody accepted.
 */
export async function sweepServer(
  { db, repetitions, outbox }: ServerSweepOptions,
  now: number,
): Promise<ServerSwept> {
  const moment = new Date(now - KEPT_DAYS * DAY);
  return {
    repetitions: await repetitions.sweep(now),
    mails: (await forgetMails(db, moment)) + (await outbox.removeOlder(moment)),
    invitations: await forgetInvitations(db, moment),
  };
}

async function forgetMails(db: Database, moment: Date): Promise<number> {
  const gone = await db
    .delete(mailTable)
    .where(
      and(
        isNull(mailTable.nextAttemptAt),
        lt(sql`coalesce(${mailTable.sentAt}, ${mailTable.createdAt})`, moment.toISOString()),
      ),
    )
    .returning({ id: mailTable.id });
  return gone.length;
}

function forgetInvitations(db: Database, moment: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(memberTable)
      .where(
        and(
          isNull(memberTable.acceptedAt),
          isNotNull(memberTable.inviteExpiresAt),
          lt(memberTable.inviteExpiresAt, moment),
        ),
      )
      .returning({ id: memberTable.userId });
    await removeLonelyUsers(
      tx,
      gone.map(({ id }) => id),
    );
    return gone.length;
  });
}
