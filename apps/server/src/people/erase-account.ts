import type { Person } from '@kindling/protocol';
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { removeLonelyUsers } from '../api/org/lonely-users.ts';
import type { Database } from '../storage/database.ts';
import {
  idempotencyTable,
  jobTable,
  memberTable,
  supportTicketTable,
  userTable,
} from '../storage/platform-tables.ts';
import { tokenTable } from '../storage/schema.ts';
import { LEFT_KEY_NAME } from '../tokens/left-key-name.ts';
import { eraseRows, takeRows } from './erase-rows.ts';
import { sameEmail, speaksOf } from './person-match.ts';

/** Deletes what an org has of a person beside conversations: invitations, tickets (by id), and traces of both. */
export async function eraseAccount(tx: Database, orgId: string, person: Person) {
  const tickets = supportTicketTable;
  return {
    supportTickets: await takeRows(
      tx,
      tickets,
      and(eq(tickets.orgId, orgId), speaksOf(sql`${tickets.body}::text`, person)),
    ),
    invitations: await eraseInvitations(tx, orgId, person),
    traces:
      (await eraseAnswers(tx, orgId, person)) +
      (await eraseJobs(tx, orgId, person)) +
      (await renameOldKeys(tx, orgId, person)),
  };
}

/** Who accepted belongs to the org, and is taken out of it by its admins. */
async function eraseInvitations(tx: Database, orgId: string, { email }: Person): Promise<number> {
  if (email === undefined) return 0;
  const users = tx
    .select({ id: userTable.id })
    .from(userTable)
    .where(sameEmail(userTable.email, email));
  const gone = await tx
    .delete(memberTable)
    .where(
      and(
        eq(memberTable.orgId, orgId),
        isNull(memberTable.acceptedAt),
        inArray(memberTable.userId, users),
      ),
    )
    .returning({ id: memberTable.userId });
  await removeLonelyUsers(
    tx,
    gone.map(({ id }) => id),
  );
  return gone.length;
}

async function eraseAnswers(tx: Database, orgId: string, person: Person): Promise<number> {
  const table = idempotencyTable;
  return eraseRows(
    tx,
    table,
    and(eq(table.orgId, orgId), speaksOf(sql`${table.answer}::text`, person)),
  );
}

/** One that runs is left to finish: what it was told is forgotten with that. */
async function eraseJobs(tx: Database, orgId: string, person: Person): Promise<number> {
  const table = jobTable;
  const told = sql`concat(${table.payload}::text, ' ', ${table.lastError})`;
  return eraseRows(
    tx,
    table,
    and(eq(table.orgId, orgId), not(table.running), speaksOf(told, person)),
  );
}

async function renameOldKeys(tx: Database, orgId: string, person: Person): Promise<number> {
  const renamed = await tx
    .update(tokenTable)
    .set({ name: LEFT_KEY_NAME })
    .where(
      and(
        eq(tokenTable.orgId, orgId),
        isNotNull(tokenTable.revokedAt),
        speaksOf(sql`${tokenTable.name}`, person),
      ),
    )
    .returning({ id: tokenTable.id });
  return renamed.length;
}
