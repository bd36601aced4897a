import { and, eq, inArray, sql } from 'drizzle-orm';
import { readLog } from '../../logs/read-log.ts';
import {
  campaignCallTable,
  campaignTable,
  chatTable,
  logTable,
  sessionTable,
} from '../../storage/platform-tables.ts';
import { either, isCustomer, speaksOf } from '../person-match.ts';
import { type ErasablePlace, rowsPlace } from './place.ts';

/** What was written with a person, where they were to be called, and what logs say of them. */
export const conversationPlaces: readonly ErasablePlace[] = [
  rowsPlace({
    ...{ kind: 'chats', table: chatTable, key: chatTable.id, order: chatTable.createdAt },
    where: ({ orgId, chats }) => and(eq(chatTable.orgId, orgId), inArray(chatTable.id, [...chats])),
  }),
  rowsPlace({
    ...{ kind: 'sessions', table: sessionTable, key: sessionTable.id },
    order: sessionTable.createdAt,
    where: ({ orgId, sessions }) =>
      and(eq(sessionTable.orgId, orgId), inArray(sessionTable.id, [...sessions])),
  }),
  rowsPlace({
    // A campaign has many; each is given the id of its call, whether there will be one or not.
    ...{ kind: 'campaignCustomers', table: campaignCallTable, key: campaignCallTable.callId },
    order: campaignCallTable.updatedAt,
    where: ({ orgId, person }) =>
      and(
        sql`${campaignCallTable.campaignId} in (
          select ${campaignTable.id} from ${campaignTable} where ${campaignTable.orgId} = ${orgId}
        )`,
        isCustomer(campaignCallTable.customer, person),
      ),
  }),
  rowsPlace({
    ...{ kind: 'logs', table: logTable, key: logTable.id, order: logTable.createdAt },
    where: ({ orgId, person, calls }) => {
      const said = sql`concat(${logTable.body}::text, ' ', ${logTable.customerId})`;
      const theirs = [
        inArray(logTable.callId, [...calls]),
        person.externalId === undefined ? undefined : eq(logTable.customerId, person.externalId),
        speaksOf(said, person),
      ];
      return and(eq(logTable.orgId, orgId), either(theirs));
    },
    show: (rows) => rows.map(readLog),
  }),
];
