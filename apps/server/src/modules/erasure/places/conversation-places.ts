import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  campaignCallTable,
  campaignTable,
  chatTable,
  logTable,
  sessionTable,
} from '../../../platform/database/platform-tables.ts';
import { readLog } from '../../logs/read-log.ts';
import { either, isCustomer, speaksOf } from '../person-match.ts';
import { type ErasablePlace, rowsPlace } from './place.ts';

/** What was written with a person, where they were to be called, and what logs say of them. */
export const conversationPlaces: readonly ErasablePlace[] = [
  rowsPlace({
    kind: 'chats',
    table: chatTable,
    key: chatTable.id,
    order: chatTable.createdAt,
    org: chatTable.orgId,
    where: ({ chats }) => inArray(chatTable.id, [...chats]),
  }),
  rowsPlace({
    kind: 'sessions',
    table: sessionTable,
    key: sessionTable.id,
    order: sessionTable.createdAt,
    org: sessionTable.orgId,
    where: ({ sessions }) => inArray(sessionTable.id, [...sessions]),
  }),
  rowsPlace({
    // A campaign has many; each is given the id of its call, whether there will be one or not.
    kind: 'campaignCustomers',
    table: campaignCallTable,
    key: campaignCallTable.callId,
    order: campaignCallTable.updatedAt,
    org: null,
    where: ({ orgId, person }) =>
      and(
        sql`${campaignCallTable.campaignId} in (
          select ${campaignTable.id} from ${campaignTable} where ${campaignTable.orgId} = ${orgId}
        )`,
        isCustomer(campaignCallTable.customer, person),
      ),
  }),
  rowsPlace({
    kind: 'logs',
    table: logTable,
    key: logTable.id,
    order: logTable.createdAt,
    org: logTable.orgId,
    where: ({ person, calls }) => {
      const said = sql`concat(${logTable.body}::text, ' ', ${logTable.customerId})`;
      return either([
        inArray(logTable.callId, [...calls]),
        person.externalId === undefined ? undefined : eq(logTable.customerId, person.externalId),
        speaksOf(said, person),
      ]);
    },
    show: (rows) => rows.map(readLog),
  }),
];
