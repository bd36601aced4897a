import type { Squad, SquadCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { squadTable } from '../../platform/database/platform-tables.ts';
import { rejectWhereNamed } from '../references/reject-where-named.ts';
import { createResourceStore, type ResourceStore } from '../references/resource-store.ts';

export type SquadStore = ResourceStore<Squad, SquadCreate>;

export function createSquadStore(db: Database): SquadStore {
  const store = createResourceStore<Squad, SquadCreate>(db, { table: squadTable, name: 'squad' });
  return {
    ...store,
    remove: (orgId, id, change) =>
      db.transaction(async (tx) => {
        await rejectWhereNamed(tx, orgId, { field: 'squadId', id });
        return store.within(tx).remove(orgId, id, change);
      }),
    within: createSquadStore,
  };
}
