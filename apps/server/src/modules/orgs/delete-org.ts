import type { Org } from '@kindling/protocol';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { memberTable, userTable } from '../../platform/database/platform-tables.ts';
import { callTable, recordingTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { preconditionFailed } from '../references/entity-tag.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import type { OrgContent } from './org-content.ts';
import { createOrgStore } from './org-store.ts';
import { removeOrphanedUsers } from './orphaned-users.ts';

export interface DeleteOrgOptions {
  readonly db: Database;
  readonly tokens: Pick<TokenStore, 'findSiteToken'>;
  readonly content: OrgContent;
}

/** Deletes an org with everything that is its own; refused while something of it goes on. */
export function createDeleteOrg({ db, tokens, content }: DeleteOrgOptions) {
  return async (id: string, ifMatch: string | null): Promise<Org> => {
    if ((await tokens.findSiteToken())?.orgId === id)
      throw new ApiError(
        'conflict',
        'The site of this server rests on this organisation. Empty it instead of deleting it.',
      );
    const org = await db.transaction(async (tx) => {
      const row = await lockOrg(tx, id);
      if (row !== undefined && ifMatch !== null && row.updatedAt.getTime() !== Date.parse(ifMatch))
        throw preconditionFailed('organisation');
      await rejectWhileBusy(tx, id);
      const people = await tx
        .select({ id: userTable.id })
        .from(userTable)
        .innerJoin(memberTable, eq(memberTable.userId, userTable.id))
        .where(eq(memberTable.orgId, id));
      await content.removeLater(tx, id);
      const deleted = await createOrgStore(tx).remove(id);
      await removeOrphanedUsers(
        tx,
        people.map((person) => person.id),
      );
      return deleted;
    });
    content.wake();
    return org;
  };
}

async function rejectWhileBusy(tx: Database, orgId: string): Promise<void> {
  const [call] = await tx
    .select({ id: callTable.id })
    .from(callTable)
    .where(
      and(
        eq(callTable.orgId, orgId),
        ne(callTable.status, 'ended'),
        // Scheduled ones have not begun, and never will.
        ne(callTable.status, 'scheduled'),
      ),
    )
    .limit(1);
  const [recording] = await tx
    .select({ id: recordingTable.id })
    .from(recordingTable)
    .where(
      and(
        eq(recordingTable.orgId, orgId),
        inArray(recordingTable.status, ['recording', 'processing']),
      ),
    )
    .limit(1);
  if (call === undefined && recording === undefined) return;
  throw new ApiError(
    'conflict',
    'A call or a recording of this organisation is under way. End it first.',
  );
}
