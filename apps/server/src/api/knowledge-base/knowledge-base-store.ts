import type { KnowledgeBase, KnowledgeBaseCreate } from '@kindling/protocol';
import type { Database } from '../../storage/database.ts';
import { knowledgeBaseTable } from '../../storage/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../resource/resource-store.ts';

export type KnowledgeBaseStore = ResourceStore<KnowledgeBase, KnowledgeBaseCreate>;

export const createKnowledgeBaseStore = (db: Database): KnowledgeBaseStore =>
  createResourceStore(db, { table: knowledgeBaseTable, name: 'knowledge base' });
