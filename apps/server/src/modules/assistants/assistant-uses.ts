import { and, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import {
  campaignTable,
  phoneNumberTable,
  squadTable,
  testSuiteTable,
  workflowTable,
} from '../../platform/database/platform-tables.ts';
import { tokenTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** How many of a kind are named. */
const NAMED = 3;

interface Use {
  readonly kind: string;
  readonly table: PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };
  readonly where: SQL | undefined;
}

/**
 * Calls, chats and sessions keep what they need themselves and are not in the way.
 *
 * @throws `conflict` that names what would not work without the assistant
 */
export async function rejectWhereUsed(tx: Database, orgId: string, id: string): Promise<void> {
  const uses: string[] = [];
  for (const { kind, table, where } of usesOf(id)) {
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), where))
      .limit(NAMED + 1);
    if (found.length === 0) continue;
    const named = found.slice(0, NAMED).map((one) => `${kind} ${String(one.id)}`);
    uses.push(named.join(', ') + (found.length > NAMED ? ' and more' : ''));
  }
  if (uses.length === 0) return;
  throw new ApiError(
    'conflict',
    `This assistant is in use: ${uses.join('; ')}. Give them another one, or delete them first.`,
  );
}

function usesOf(id: string): readonly Use[] {
  const says = (body: AnyPgColumn, part: unknown) => sql`${body} @> ${JSON.stringify(part)}::jsonb`;
  const { body: campaign, status } = campaignTable;
  return [
    {
      kind: 'phone number',
      table: phoneNumberTable,
      where: sql`${phoneNumberTable.body} ->> 'assistantId' = ${id}`,
    },
    {
      kind: 'squad',
      table: squadTable,
      where: says(squadTable.body, { members: [{ assistantId: id }] }),
    },
    {
      kind: 'workflow',
      table: workflowTable,
      where: says(workflowTable.body, { nodes: [{ assistantId: id }] }),
    },
    {
      kind: 'campaign',
      table: campaignTable,
      where: and(says(campaign, { assistantId: id }), ne(status, 'ended')),
    },
    {
      kind: 'test suite',
      table: testSuiteTable,
      where: or(
        says(testSuiteTable.body, { targetPlan: { assistantId: id } }),
        says(testSuiteTable.body, { testerPlan: { assistantId: id } }),
      ),
    },
    { kind: 'public key', table: tokenTable, where: validKeyFor(id) },
  ];
}

/** A page that starts calls with this key would find nobody. */
function validKeyFor(id: string): SQL | undefined {
  return and(
    eq(tokenTable.kind, 'public'),
    isNull(tokenTable.revokedAt),
    or(isNull(tokenTable.expiresAt), gt(tokenTable.expiresAt, new Date())),
    sql`${tokenTable.allowedAssistantIds} @> ${JSON.stringify([id])}::jsonb`,
  );
}
