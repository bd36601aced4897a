import { randomUUID } from 'node:crypto';
import { type CallPageQuery, callListQuerySchema, callPageQuerySchema } from '@kindling/protocol';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  describeFilledDatabase,
  explain,
} from '../../../../testing/databases/describe-filled-database.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { pageStatements } from '../../references/page-query.ts';
import { oldCalls } from '../../retention/forget-transcripts.ts';
import { callPage, listStatement } from './call-lists.ts';

const CALLS = 100_000;
const ORGS = [randomUUID(), randomUUID()] as const;
const [ORG] = ORGS;
/** Ids of what calls name: the number is the last digits. */
const numbered = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describeFilledDatabase(`lists of ${CALLS} calls`, fill, (db) => {
  const plan = (statement: SQLWrapper) => explain(db(), statement);

  async function expectIndexes(statement: SQLWrapper, index: RegExp): Promise<void> {
    const text = await plan(statement);
    expect(text).not.toContain('Seq Scan');
    expect(text).toMatch(index);
  }

  const page = (query: Partial<Record<keyof CallPageQuery, string>>) =>
    pageStatements(db(), callPage(ORG, callPageQuerySchema.parse(query)));

  it.each<[Partial<Record<keyof CallPageQuery, string>>, RegExp]>([
    [{}, /call_org_created/],
    [{ sortOrder: 'ASC' }, /call_org_created/],
    [{ createdAtGe: '2026-01-01T00:00:00Z' }, /call_org_created/],
    [
      { createdAtGt: '2026-01-01T10:00:00Z', createdAtLt: '2026-01-01T11:00:00Z' },
      /call_org_created/,
    ],
    [{ updatedAtGt: '2026-03-11T10:00:00Z' }, /call_org_updated/],
    [{ id: numbered(7) }, /call_pkey/],
    [{ idAny: numbered(7) }, /call_pkey/],
    [{ assistantId: numbered(7) }, /call_org_assistant/],
    [{ phoneNumberId: numbered(7) }, /call_org_phone_number/],
    [{ endedReason: 'pipeline-error' }, /call_org_ended_reason/],
    [{ successEvaluation: 'rare' }, /call_org_success/],
    [{ cost: '0.123' }, /call_org_cost/],
    [{ costGe: '0.998' }, /call_org_cost/],
    [{ costLe: '0.001' }, /call_org_cost/],
    [{ number: '+14155550007' }, /call_customer/],
    [{ email: 'person7@example.org' }, /call_customer/],
    [{ externalId: 'person-7' }, /call_customer/],
  ])('page %j by an index', async (query, index) => {
    const { rows, count } = page(query);
    await expectIndexes(rows, index);
    expect(await plan(count)).not.toContain('Seq Scan');
  });

  it.each(['ASC', 'DESC'] as const)(
    'sorts nothing, %s: the index has the order',
    async (sortOrder) => {
      expect(await plan(page({ sortOrder }).rows)).not.toContain('Sort');
      expect(await plan(page({ sortOrder, assistantId: numbered(7) }).rows)).not.toContain('Sort');
    },
  );

  it('goes on behind a cursor without reading what is before', async () => {
    const cursor = Buffer.from(`2026-02-01T00:00:00.000Z ${randomUUID()}`).toString('base64url');
    const text = await plan(page({ cursor }).rows);
    expect(text).toMatch(/Index Cond: .*ROW\(created_at, id\)/);
    expect(text).not.toContain('Sort');
  });

  it('finds what is kept too long without reading what is not', async () => {
    const instant = new Date(Date.UTC(2026, 0, 2));
    await expectIndexes(oldCalls(db(), ORG, instant), /call_(transcribed|org_\w+)/);
  });

  it.each([{}, { assistantId: numbered(7) }, { phoneNumberId: numbered(7) }, { id: numbered(7) }])(
    'the plain list %j by an index',
    async (query) => {
      const statement = listStatement(db(), ORG, callListQuerySchema.parse(query));
      await expectIndexes(statement, /call_(org_\w+|pkey)/);
    },
  );
});

/** Half of the calls each of two orgs: of 500 assistants, 500 numbers and 5,000 people, a minute apart. */
async function fill({ db }: OpenDatabase): Promise<void> {
  for (const org of ORGS)
    await db.execute(
      sql`insert into org (id, name, created_at, updated_at) values (${org}::uuid, 'Org', now(), now())`,
    );
  await db.execute(sql`
    insert into call (
      id, org_id, type, status, assistant_id, phone_number_id, customer, cost, analysis,
      ended_reason, started_at, ended_at, created_at, updated_at
    )
    select
      ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      (case when n % 2 = 0 then ${ORGS[1]}::uuid else ${ORG}::uuid end),
      'webCall', 'ended',
      ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
      ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
      jsonb_build_object(
        'number', '+1415555' || lpad((n % 5000)::text, 4, '0'),
        'email', 'person' || (n % 5000) || '@example.org',
        'externalId', 'person-' || (n % 5000)
      ),
      (n % 1000) / 1000.0,
      jsonb_build_object('successEvaluation', case when n % 1000 = 7 then 'rare' else 'pass' end),
      case when n % 1000 = 7 then 'pipeline-error' else 'customer-ended-call' end,
      at, at + interval '30 seconds', at, at
    from (
      select n, timestamptz '2026-01-01' + n * interval '1 minute' as at
      from generate_series(1, ${CALLS}::int) as n
    ) as calls
  `);
  // As a database that has run for a while: what is visible to all is known, and how much of what.
  await db.execute(sql`vacuum analyze call`);
}
