import type { Workflow, WorkflowCreate } from '@kindling/protocol';
import { refuseWhereNamed } from '../../casts/refuse-where-named.ts';
import type { Database } from '../../storage/database.ts';
import { workflowTable } from '../../storage/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../resource/resource-store.ts';

export type WorkflowStore = ResourceStore<Workflow, WorkflowCreate>;

export function createWorkflowStore(db: Database): WorkflowStore {
  const store = createResourceStore<Workflow, WorkflowCreate>(db, {
    table: workflowTable,
    name: 'workflow',
  });
  return {
    ...store,
    remove: (orgId, id, change) =>
      db.transaction(async (tx) => {
        await refuseWhereNamed(tx, orgId, { field: 'workflowId', id });
        return store.within(tx).remove(orgId, id, change);
      }),
    within: createWorkflowStore,
  };
}
