import type { Squad, SquadCreate } from '@kindling/protocol';
import { refuseWhereNamed } from '../../casts/refuse-where-named.ts';
import type { Database } from '../../storage/database.ts';
import { squadTable } from '../../storage/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../resource/resource-store.ts';

export type SquadStore = ResourceStore<Squad, SquadCreate>;

export function createSquadStore(db: Database): SquadStore {
  const store = createResourceStore<Squad, SquadCreate>(db, { table: squadTable, name: 'squad' });
  return {
    ...store,
    remove: (orgId, id, change) =>
      db.transaction(async (tx) => {
        await refuseWhereNamed(tx, orgId, { field: 'squadId', id });
        return store.within(tx).remove(orgId, id, change);
      }),
    within: createSquadStore,
  };
}
