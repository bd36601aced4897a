import { randomUUID } from 'node:crypto';
import { chatListQuerySchema, sessionListQuerySchema } from '@kindling/protocol';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  describeFilledDatabase,
  explain,
} from '../../../testing/databases/describe-filled-database.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { chatTable, sessionTable } from '../../platform/database/platform-tables.ts';
import { pageStatements } from '../references/page-query.ts';
import { sessionFilters } from '../sessions/session-store.ts';
import { chatFilters } from './chat-store.ts';

const ROWS = 20_000;
const ORGS = [randomUUID(), randomUUID()] as const;
const [ORG] = ORGS;
const ID = `00000000-0000-4000-8000-${'7'.padStart(12, '0')}`;

describeFilledDatabase(`lists of ${ROWS} chats and sessions`, fill, (db) => {
  const plan = (statement: SQLWrapper) => explain(db(), statement);

  async function expectIndex(statement: SQLWrapper, index: RegExp): Promise<void> {
    const text = await plan(statement);
    expect(text).not.toMatch(/Seq Scan|Sort/);
    expect(text).toMatch(index);
  }

  it.each<[Record<string, string>, RegExp]>([
    [{}, /chat_org_created/],
    [{ sortOrder: 'ASC' }, /chat_org_created/],
    [{ assistantId: ID }, /chat_org_assistant/],
    [{ workflowId: ID }, /chat_org_workflow/],
    [{ sessionId: ID }, /chat_org_session/],
    [{ previousChatId: ID }, /chat_org_previous/],
    [{ squadId: ID }, /chat_org_squad/],
  ])('finds chats of %j by an index that has the order', async (form, index) => {
    const query = chatListQuerySchema.parse(form);
    const filters = [eq(chatTable.orgId, ORG), ...chatFilters(query)];
    const { rows } = pageStatements(db(), { table: chatTable, query, filters });
    await expectIndex(rows, index);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{}, /session_org_created/],
    [{ name: 'name 7' }, /session_org_name/],
    [{ assistantId: ID }, /session_org_assistant/],
    [{ workflowId: ID }, /session_org_workflow/],
    [{ squadId: ID }, /session_org_squad/],
    [{ phoneNumberId: ID }, /session_org_phone_number/],
  ])('finds sessions of %j by an index that has the order', async (form, index) => {
    const query = sessionListQuerySchema.parse(form);
    const filters = [eq(sessionTable.orgId, ORG), ...sessionFilters(query)];
    const { rows } = pageStatements(db(), { table: sessionTable, query, filters });
    await expectIndex(rows, index);
  });
});

/** Half of them each of two orgs: of 20 assistants, workflows, sessions and names, a minute apart. */
async function fill({ db }: OpenDatabase): Promise<void> {
  for (const org of ORGS)
    await db.execute(
      sql`insert into org (id, name, created_at, updated_at) values (${org}::uuid, 'Org', now(), now())`,
    );
  const numbers = sql`(
    select n, timestamptz '2026-01-01' + n * interval '1 minute' as at,
      ('00000000-0000-4000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid as other,
      (case when n % 2 = 0 then ${ORGS[1]}::uuid else ${ORG}::uuid end) as org
    from generate_series(1, ${ROWS}::int) as n
  ) as numbers`;
  const body = sql`jsonb_build_object('squadId', other, 'phoneNumberId', other)`;
  await db.execute(sql`
    insert into chat (
      id, org_id, body, assistant_id, workflow_id, session_id, previous_chat_id, created_at, updated_at
    )
    select gen_random_uuid(), org, ${body}, other, other, other, other, at, at from ${numbers}`);
  await db.execute(sql`
    insert into session (
      id, org_id, body, assistant_id, workflow_id, name, status, expires_at, created_at, updated_at
    )
    select gen_random_uuid(), org, ${body}, other, other, 'name ' || n % 20, 'active', at, at, at
    from ${numbers}`);
  await db.execute(sql`vacuum analyze chat`);
  await db.execute(sql`vacuum analyze session`);
}
