import type { Person } from '@kindling/protocol';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { linesText } from '../calls/call-lines.ts';
import type { Database } from '../storage/database.ts';
import { chatTable, sessionTable } from '../storage/platform-tables.ts';
import { callTable } from '../storage/schema.ts';
import { isCustomer, speaksOf } from './person-match.ts';

/** What an org keeps of a person's conversations, by id. */
export interface PersonTraces {
  readonly calls: readonly string[];
  readonly sessions: readonly string[];
  readonly chats: readonly string[];
}

/** How many calls of others are named. */
const MENTIONS = 100;

export async function findPerson(
  db: Database,
  orgId: string,
  person: Person,
): Promise<PersonTraces> {
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
  // What is said in a call is kept in its session too, whoever the session is said to be with.
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
  return { calls: all.map(({ id }) => id), sessions, chats };
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

/** Calls of others where the person is spoken of: whether they stay is for people to decide. */
export function findMentions(db: Database, orgId: string, person: Person): Promise<string[]> {
  // The whole row: names, metadata and variables of a call may say who somebody is, too.
  const all = sql`concat(${callTable}::text, ' ', ${linesText})`;
  return ids(
    db
      .select({ id: callTable.id })
      .from(callTable)
      .where(and(eq(callTable.orgId, orgId), speaksOf(all, person)))
      .limit(MENTIONS),
  );
}

async function ids(found: PromiseLike<readonly { readonly id: string }[]>): Promise<string[]> {
  return (await found).map(({ id }) => id);
}
