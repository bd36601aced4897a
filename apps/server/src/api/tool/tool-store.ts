import type { Tool, ToolCreate } from '@kindling/protocol';
import type { Database } from '../../storage/database.ts';
import { toolTable } from '../../storage/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../resource/resource-store.ts';

export type ToolStore = ResourceStore<Tool, ToolCreate>;

export const createToolStore = (db: Database): ToolStore =>
  createResourceStore(db, { table: toolTable, name: 'tool' });
