import type {
  Assistant,
  AssistantCreate,
  AssistantVersionPage,
  AssistantVersionQuery,
} from '@kindling/protocol';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import {
  type Change,
  createResourceStore,
  type ResourceStore,
} from '../references/resource-store.ts';
import { unlinkOutputs } from '../structured-outputs/output-store.ts';
import { rejectWhereUsed } from './assistant-uses.ts';
import { addVersion, listVersions } from './assistant-versions.ts';

/** Assistants, and everything each has been: a change and its version are stored together. */
export interface AssistantStore extends ResourceStore<Assistant, AssistantCreate> {
  versions(orgId: string, id: string, query: AssistantVersionQuery): Promise<AssistantVersionPage>;
}

export function createAssistantStore(db: Database): AssistantStore {
  const store = createResourceStore<Assistant, AssistantCreate>(db, {
    table: assistantTable,
    name: 'assistant',
  });

  /** Holds the row, so that versions are numbered in the order of the changes. */
  const locked = async (tx: Database, orgId: string, id: string): Promise<Assistant | null> => {
    await tx
      .select({ id: assistantTable.id })
      .from(assistantTable)
      .where(and(eq(assistantTable.orgId, orgId), eq(assistantTable.id, id)))
      .for('update');
    return store.within(tx).find(orgId, id);
  };

  const change = (
    orgId: string,
    id: string,
    execute: (store: ResourceStore<Assistant, AssistantCreate>) => Promise<Assistant>,
  ) =>
    db.transaction(async (tx) => {
      const before = await locked(tx, orgId, id);
      const after = await execute(store.within(tx));
      await addVersion(tx, after, before);
      return after;
    });

  return {
    ...store,
    create: (orgId, form, columns) =>
      db.transaction(async (tx) => {
        const created = await store.within(tx).create(orgId, form, columns);
        await addVersion(tx, created, null);
        return created;
      }),
    update: (orgId, id, form, given?: Change) =>
      change(orgId, id, (it) => it.update(orgId, id, form, given)),
    replace: (orgId, id, form, given?: Change) =>
      change(orgId, id, (it) => it.replace(orgId, id, form, given)),
    remove: (orgId, id, given?: Change) =>
      db.transaction(async (tx) => {
        await locked(tx, orgId, id);
        await rejectWhereUsed(tx, orgId, id);
        await unlinkOutputs(tx, orgId, { field: 'assistantIds', id });
        return store.within(tx).remove(orgId, id, given);
      }),
    async versions(orgId, id, query) {
      const assistant = await store.get(orgId, id);
      return listVersions(db, assistant, query);
    },
    within: (tx) => createAssistantStore(tx),
  };
}
