import type { Person } from '@kindling/protocol';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { forgetTraces } from '../calls/erase-calls.ts';
import type { Database } from '../storage/database.ts';
import {
  campaignCallTable,
  campaignTable,
  chatTable,
  logTable,
  sessionTable,
} from '../storage/platform-tables.ts';
import { eraseRows } from './erase-rows.ts';
import type { PersonTraces } from './find-person.ts';
import { either, isCustomer, speaksOf } from './person-match.ts';

/** Deletes what was written with a person, where they were to be called, and what logs say of them. */
export async function eraseConversations(
  tx: Database,
  orgId: string,
  { person, traces }: { readonly person: Person; readonly traces: PersonTraces },
) {
  const { chats, sessions } = traces;
  await forgetTraces(tx, orgId, [...chats, ...sessions]);
  const campaigns = tx
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(eq(campaignTable.orgId, orgId));
  const campaignCustomers = await tx
    .delete(campaignCallTable)
    .where(
      and(
        inArray(campaignCallTable.campaignId, campaigns),
        isCustomer(campaignCallTable.customer, person),
      ),
    )
    .returning({ id: campaignCallTable.campaignId });
  const known =
    person.externalId === undefined ? undefined : eq(logTable.customerId, person.externalId);
  const said = sql`concat(${logTable.body}::text, ' ', ${logTable.customerId})`;
  return {
    chats: await eraseRows(
      tx,
      chatTable,
      and(eq(chatTable.orgId, orgId), inArray(chatTable.id, [...chats])),
    ),
    sessions: await eraseRows(
      tx,
      sessionTable,
      and(eq(sessionTable.orgId, orgId), inArray(sessionTable.id, [...sessions])),
    ),
    campaignCustomers: campaignCustomers.length,
    logs: await eraseRows(
      tx,
      logTable,
      and(eq(logTable.orgId, orgId), either([known, speaksOf(said, person)])),
    ),
  };
}
