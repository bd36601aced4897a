import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { nodeTable } from '../database/node-table.ts';
import type { Nodes } from './nodes.ts';

/**
 * For conditions: a row that none of the nodes holds which live. A server without others asks at its start
 * only, when every row that is open is of one that is over.
 */
export function ofGoneNodes({ isCluster }: Pick<Nodes, 'isCluster'>, nodeId: AnyPgColumn): SQL {
  if (!isCluster) return sql`true`;
  // Not by `not exists`, a join, which is not looked at again where a row that is to be locked has changed
  // meanwhile: two nodes would claim one call.
  return sql`(${nodeId} is null or ${nodeId} <> all (array(select ${nodeTable.id} from ${nodeTable})))`;
}
