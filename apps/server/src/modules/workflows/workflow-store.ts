import type { Workflow, WorkflowCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { workflowTable } from '../../platform/database/platform-tables.ts';
import { rejectWhereNamed } from '../references/reject-where-named.ts';
import { createResourceStore, type ResourceStore } from '../references/resource-store.ts';
import { unlinkOutputs } from '../structured-outputs/output-store.ts';

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
        await rejectWhereNamed(tx, orgId, { field: 'workflowId', id });
        await unlinkOutputs(tx, orgId, { field: 'workflowIds', id });
        return store.within(tx).remove(orgId, id, change);
      }),
    within: createWorkflowStore,
  };
}
