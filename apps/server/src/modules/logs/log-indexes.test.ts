import { randomUUID } from 'node:crypto';
import { logListQuerySchema } from '@kindling/protocol';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  describeFilledDatabase,
  explain,
} from '../../../testing/databases/describe-filled-database.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { pageStatements } from '../references/page-query.ts';
import { logFilters } from './log-store.ts';

const ROWS = 20_000;
const ORGS = [randomUUID(), randomUUID()] as const;
const [ORG] = ORGS;
const ID = '00000000-0000-4000-8000-000000000007';

describeFilledDatabase(`lists of ${ROWS} log entries`, fill, (db) => {
  const plan = (statement: SQLWrapper) => explain(db(), statement);

  it.each<[Record<string, string>, RegExp]>([
    [{}, /log_org_created/],
    [{ sortOrder: 'ASC' }, /log_org_created/],
    [{ type: 'Provider' }, /log_org_type/],
    [{ callId: ID }, /log_org_call/],
    [{ assistantId: ID }, /log_org_assistant/],
    [{ squadId: ID }, /log_org_squad/],
    [{ phoneNumberId: ID }, /log_org_phone_number/],
    [{ customerId: 'c7' }, /log_org_customer/],
    [{ webhookType: 'w7' }, /log_org_webhook/],
    [{ resource: 'r7' }, /log_org_resource/],
  ])('are found by %j through an index that has the order', async (form, index) => {
    const query = logListQuerySchema.parse(form);
    const filters = logFilters(ORG, query);
    const { rows } = pageStatements(db(), { table: logTable, query, filters });
    const text = await plan(rows);
    expect(text).toMatch(index);
    expect(text).not.toMatch(/Seq Scan|Sort/);
  });
});

/** Half of the entries are of each org; every hundredth is about the same thing. */
async function fill({ db }: OpenDatabase): Promise<void> {
  const now = new Date();
  for (const id of ORGS)
    await db.insert(orgTable).values({ id, name: 'School', createdAt: now, updatedAt: now });
  const about = sql.raw(`('00000000-0000-4000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid`);
  const time = sql`now() - n * interval '1 second'`;
  await db.execute(sql`
    insert into ${logTable} (id, org_id, type, created_at, updated_at, call_id, assistant_id,
      squad_id, phone_number_id, customer_id, webhook_type, resource, body)
    select gen_random_uuid(), case when n % 2 = 0 then ${ORGS[0]}::uuid else ${ORGS[1]}::uuid end,
      (array['API', 'Webhook', 'Call', 'Provider'])[1 + n % 4], ${time}, ${time}, ${about}, ${about},
      ${about}, ${about}, 'c' || n % 1000, 'w' || n % 1000, 'r' || n % 1000, '{}'::jsonb
    from generate_series(1, ${ROWS}::int) n`);
  await db.execute(sql`analyze ${logTable}`);
}
