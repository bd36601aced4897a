import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { campaignTable, phoneNumberTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/**
 * @throws `conflict` that names a phone number or a campaign that would be left without an assistant
 */
export async function rejectWhereNamed(
  db: Database,
  orgId: string,
  { field, id }: { readonly field: 'squadId' | 'workflowId'; readonly id: string },
): Promise<void> {
  const [numbers, campaigns] = await Promise.all([
    usersOf(db, phoneNumberTable, and(eq(phoneNumberTable.orgId, orgId), names(phoneNumberTable))),
    usersOf(
      db,
      campaignTable,
      and(eq(campaignTable.orgId, orgId), names(campaignTable), ne(campaignTable.status, 'ended')),
    ),
  ]);
  const uses = [
    ...numbers.map((one) => `phone number ${one.id}`),
    ...campaigns.map((one) => `campaign ${one.id}`),
  ];
  if (uses.length === 0) return;
  const what = field === 'squadId' ? 'squad' : 'workflow';
  throw new ApiError(
    'conflict',
    `This ${what} is in use: ${uses.join(', ')}. Give them another one, or delete them first.`,
  );

  function names({ body }: typeof phoneNumberTable | typeof campaignTable): SQL {
    return sql`${body} ->> ${field} = ${id}`;
  }
}

/** A few are enough to say where to look. */
const NAMED = 3;

function usersOf(
  db: Database,
  table: typeof phoneNumberTable | typeof campaignTable,
  where: SQL | undefined,
): Promise<{ id: string }[]> {
  return db.select({ id: table.id }).from(table).where(where).limit(NAMED);
}
