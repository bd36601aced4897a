import { and, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import {
  idempotencyTable,
  jobTable,
  memberTable,
  supportTicketTable,
  userTable,
} from '../../../platform/database/platform-tables.ts';
import { tokenTable } from '../../../platform/database/schema.ts';
import { removeOrphanedUsers } from '../../orgs/orphaned-users.ts';
import { REVOKED_KEY_NAME } from '../../tokens/revoked-key-name.ts';
import { either, sameEmail, speaksOf } from '../person-match.ts';
import { type ErasablePlace, rowsPlace, type Subject } from './place.ts';

const conversationsOf = ({ calls, sessions, chats }: Subject) => [...calls, ...sessions, ...chats];

const tickets = rowsPlace({
  kind: 'supportTickets',
  table: supportTicketTable,
  key: supportTicketTable.id,
  order: supportTicketTable.createdAt,
  org: supportTicketTable.orgId,
  where: ({ person }) => speaksOf(sql`${supportTicketTable.body}::text`, person),
  namedInMail: true,
});

/** Who accepted belongs to the org, and is taken out of it by its admins. */
const invitations = rowsPlace({
  kind: 'invitations',
  table: memberTable,
  key: memberTable.userId,
  order: memberTable.createdAt,
  org: memberTable.orgId,
  where: ({ person: { email } }) =>
    email === undefined
      ? undefined
      : and(
          isNull(memberTable.acceptedAt),
          sql`${memberTable.userId} in (
            select ${userTable.id} from ${userTable} where ${sameEmail(userTable.email, email)}
          )`,
        ),
  async show(rows, db) {
    const ids = rows.map(({ userId }) => userId);
    const users = await db.select().from(userTable).where(inArray(userTable.id, ids));
    return rows.map(({ inviteHash: _, ...member }) => ({
      ...users.find(({ id }) => id === member.userId),
      ...member,
    }));
  },
  async erase(tx, where) {
    const gone = await tx.delete(memberTable).where(where).returning({ id: memberTable.userId });
    const ids = gone.map(({ id }) => id);
    await removeOrphanedUsers(tx, ids);
    return ids;
  },
});

const answers = rowsPlace({
  kind: 'traces',
  table: idempotencyTable,
  key: idempotencyTable.id,
  order: idempotencyTable.createdAt,
  org: idempotencyTable.orgId,
  where: (subject) => {
    const made = sql`${idempotencyTable.answer} -> 'result' ->> 'id'`;
    const said = sql`${idempotencyTable.answer}::text`;
    return either([inArray(made, conversationsOf(subject)), speaksOf(said, subject.person)]);
  },
  show: (rows) => rows.map(({ requestHash: _, ...row }) => ({ ...row, kind: 'answer' })),
});

/** A running job is left to finish, unless it is about a conversation: its payload is deleted with that. */
const jobs = rowsPlace({
  kind: 'traces',
  table: jobTable,
  key: jobTable.id,
  order: jobTable.createdAt,
  org: jobTable.orgId,
  where: (subject) => {
    const callId = sql`${jobTable.payload} ->> 'callId'`;
    const text = sql`concat(${jobTable.payload}::text, ' ', ${jobTable.lastError})`;
    return either([
      inArray(callId, conversationsOf(subject)),
      and(not(jobTable.running), speaksOf(text, subject.person)),
    ]);
  },
  show: (rows) => rows.map((row) => ({ ...row, kind: 'job', about: row.kind })),
});

/** The revoked key is kept for the calls made with it; its name is removed. */
const keyNames = rowsPlace({
  kind: 'traces',
  table: tokenTable,
  key: tokenTable.id,
  order: tokenTable.createdAt,
  org: tokenTable.orgId,
  where: ({ person }) =>
    and(isNotNull(tokenTable.revokedAt), speaksOf(sql`${tokenTable.name}`, person)),
  show: (rows) => rows.map(({ id, name, createdAt }) => ({ kind: 'keyName', id, name, createdAt })),
  async erase(tx, where) {
    const renamed = await tx
      .update(tokenTable)
      .set({ name: REVOKED_KEY_NAME })
      .where(where)
      .returning({ id: tokenTable.id });
    return renamed.map(({ id }) => id);
  },
});

/** What an org has of a person beside conversations: invitations, tickets, and traces of all of it. */
export const accountPlaces: readonly ErasablePlace[] = [
  ...[tickets, invitations],
  ...[answers, jobs, keyNames],
];
