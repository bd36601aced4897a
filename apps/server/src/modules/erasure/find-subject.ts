import type { Person } from '@kindling/protocol';
import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { chatTable, sessionTable } from '../../platform/database/platform-tables.ts';
import { callTable } from '../../platform/database/schema.ts';
import { linesText } from '../calls/store/call-lines.ts';
import { isSiteOrg } from '../tokens/site-org.ts';
import { addressesOf, isCustomer, speaksOf } from './person-match.ts';
import type { Subject } from './places/place.ts';

/** How many calls of others are named. */
const MENTIONS = 100;

/** A person with what an org keeps of their conversations, by id. */
export async function findSubject(db: Database, orgId: string, person: Person): Promise<Subject> {
  const theirs = await ids(
    db
      .select({ id: sessionTable.id })
      .from(sessionTable)
      .where(
        and(
          eq(sessionTable.orgId, orgId),
          or(
            isCustomer(sql`${sessionTable.body} -> 'customer'`, person),
            inArray(sessionTable.id, person.references ?? []),
          ),
        ),
      ),
  );
  const calls = await findCalls(db, orgId, { person, sessions: theirs });
  // A call's words are also stored in its session, even if the session belongs to another person.
  const sessions = [...new Set([...theirs, ...calls.flatMap(({ sessionId }) => sessionId ?? [])])];
  const all = await findCalls(db, orgId, { person, sessions });
  const chats = await ids(
    db
      .select({ id: chatTable.id })
      .from(chatTable)
      .where(
        and(
          eq(chatTable.orgId, orgId),
          or(
            inArray(chatTable.sessionId, sessions),
            isCustomer(sql`${chatTable.body} -> 'customer'`, person),
          ),
        ),
      ),
  );
  const isSite = await isSiteOrg(db, orgId);
  return {
    orgId,
    person,
    isSite,
    sessions,
    chats,
    calls: all.map(({ id }) => id),
    // Mail is the server's: others find there what is about their own tickets.
    mailWords: isSite ? addressesOf(person) : [],
  };
}

function findCalls(
  db: Database,
  orgId: string,
  { person, sessions }: { readonly person: Person; readonly sessions: string[] },
) {
  return db
    .select({ id: callTable.id, sessionId: callTable.sessionId })
    .from(callTable)
    .where(
      and(
        eq(callTable.orgId, orgId),
        or(
          isCustomer(callTable.customer, person),
          inArray(callTable.sessionId, sessions),
          inArray(callTable.id, [...(person.callIds ?? []), ...(person.references ?? [])]),
        ),
      ),
    );
}

/** Calls of other people that mention the person: whether they are kept is a human decision. */
export function findMentions(db: Database, { orgId, person, calls }: Subject): Promise<string[]> {
  // The whole row: names, metadata and variables of a call may identify a person, too.
  const all = sql`concat(${callTable}::text, ' ', ${linesText})`;
  return ids(
    db
      .select({ id: callTable.id })
      .from(callTable)
      .where(
        and(
          eq(callTable.orgId, orgId),
          notInArray(callTable.id, [...calls]),
          speaksOf(all, person),
        ),
      )
      .limit(MENTIONS),
  );
}

async function ids(found: PromiseLike<readonly { readonly id: string }[]>): Promise<string[]> {
  return (await found).map(({ id }) => id);
}
