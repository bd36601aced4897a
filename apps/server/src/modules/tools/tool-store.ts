import type { Tool, ToolCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { toolTable } from '../../platform/database/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../references/resource-store.ts';

export type ToolStore = ResourceStore<Tool, ToolCreate>;

export const createToolStore = (db: Database): ToolStore =>
  createResourceStore(db, { table: toolTable, name: 'tool' });
