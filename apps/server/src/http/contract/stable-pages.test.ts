import { randomUUID } from 'node:crypto';
import type { OperationName } from '@kindling/protocol';
import { eq, getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows } from '../../../testing/databases/org-rows.ts';
import {
  operationNames,
  operationOf,
  samplePath,
} from '../../../testing/requests/sample-request.ts';
import { tableNameOf, tablesByName } from '../../platform/database/resource-tables.ts';

type Listed = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

/**
 * What takes the same query and shows no rows, rows that are only ever added, by their number, or a
 * plain list too: its pages are those of `campaign.listPaginated`.
 */
const OTHERS: readonly OperationName[] = [
  'assistant.listVersions',
  'call.pageMetadata',
  'campaign.list',
];
const ROWS = 9;
const paged = operationNames.filter((name) => {
  const { query } = operationOf(name);
  const takesCursor =
    query !== undefined && 'shape' in query && 'cursor' in (query.shape as object);
  return takesCursor && !OTHERS.includes(name);
});

/** The table whose rows a list shows. */
function tableListed(name: OperationName): Listed {
  const table = tablesByName.get(tableNameOf(operationOf(name).resource));
  if (table !== undefined && isListed(table)) return table;
  throw new Error(`${name} lists the rows of no table`);
}

const isListed = (table: PgTable): table is Listed => 'id' in table && 'orgId' in table;

describeOnBothDatabases(
  'pages by a cursor',
  (server, database) => {
    it('are found', () => {
      expect(paged.length).toBeGreaterThan(10);
    });

    it.each(paged)(
      '%s show each row once, whatever is added and deleted between them',
      async (name) => {
        const { db } = database();
        const org = await server().send('POST', '/org', { body: { name: 'Pages' } });
        const { id: orgId, privateKey: key } = org.json;
        const { ids } = await addOrgRows(db, orgId, randomUUID());
        const table = tableListed(name);
        const [model] = await db
          .select()
          .from(table as PgTable)
          .where(eq(table.orgId, orgId));
        await db.delete(table).where(eq(table.orgId, orgId));
        /** Three in each millisecond: a cursor has to tell them apart by their ids. */
        const add = async (place: number): Promise<string> => {
          const at = new Date(Date.UTC(2026, 0, 1) + Math.floor(place / 3));
          const id = randomUUID();
          const unique = 'number' in getTableColumns(table) ? { number: place + 1 } : {};
          // A log shows no id: there the row is known by what it says.
          const known = { requestPath: id, message: id };
          const number = `+1415555${1_000 + place}`;
          const body = { ...(model?.body as object), number, ...known };
          const times = { createdAt: at, updatedAt: at };
          await db.insert(table as PgTable).values({ ...model, ...unique, ...times, id, body });
          return id;
        };
        const first: string[] = [];
        for (let place = 100; place < 100 + ROWS; place += 1) first.push(await add(place));
        const narrow = name === 'log.list' ? `&callId=${ids.call}` : '';
        const path = samplePath(operationOf(name), ids);
        const read = async (cursor: string | null) => {
          const after = cursor === null ? '' : `&cursor=${cursor}`;
          const answer = await server().send('GET', `${path}?limit=2${narrow}${after}`, { key });
          expect([answer.status, answer.json.message]).toEqual([200, undefined]);
          return answer.json;
        };
        const shown: string[] = [];
        const gone: string[] = [];
        let cursor: string | null = null;
        let place = 200;
        do {
          const { results, metadata } = await read(cursor);
          const page: string[] = results.map((one: object) => idOf(one, first));
          shown.push(...page);
          cursor = metadata.nextCursor;
          // A newer one, and the very row the cursor is of goes.
          await add(place);
          place += 1;
          const last = page.at(-1);
          if (last !== undefined) {
            await db.delete(table).where(eq(table.id, last));
            gone.push(last);
          }
        } while (cursor !== null);
        expect(shown).toHaveLength(new Set(shown).size);
        expect(shown.toSorted()).toEqual(first.toSorted());
        expect(gone.length).toBeGreaterThan(3);
      },
    );
  },
  { API_RATE_PER_IP: '1000000' },
);

function idOf(shown: object, ids: readonly string[]): string {
  const text = JSON.stringify(shown);
  const id = ids.find((one) => text.includes(one));
  if (id === undefined) throw new Error(`This was added later, or is not known: ${text}`);
  return id;
}
