import type { KnowledgeBase, KnowledgeBaseCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { knowledgeBaseTable } from '../../platform/database/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../references/resource-store.ts';

export type KnowledgeBaseStore = ResourceStore<KnowledgeBase, KnowledgeBaseCreate>;

export const createKnowledgeBaseStore = (db: Database): KnowledgeBaseStore =>
  createResourceStore(db, { table: knowledgeBaseTable, name: 'knowledge base' });
