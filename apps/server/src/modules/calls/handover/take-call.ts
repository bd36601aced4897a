import { and, eq, ne, sql } from 'drizzle-orm';
import type { Nodes } from '../../../platform/cluster/nodes.ts';
import type { Database } from '../../../platform/database/database.ts';
import { nodeTable } from '../../../platform/database/node-table.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { AbandonedCalls, ClaimedCall } from '../abandoned-calls.ts';
import { CRASHED, type Ending, type LostCalls } from '../resumption/lost-calls.ts';

export interface TakeCallOptions {
  readonly db: Database;
  readonly nodes: Pick<Nodes, 'own'>;
  readonly lost: Pick<LostCalls, 'expect'>;
  readonly abandoned: Pick<AbandonedCalls, 'end'>;
  /** Whether this node may go on with calls of others at the moment. */
  readonly mayTake: () => boolean;
}

/** Takes a call over from the node `from`, which asks for it; false: it was not taken. */
export type TakeCall = (callId: string, from: number) => Promise<boolean>;

const NOT_FOLLOWED: Ending = {
  reason: 'kindling.connection-lost',
  message: 'The visitor did not follow the call to another server.',
};

export function createTakeCall(options: TakeCallOptions): TakeCall {
  const { db, nodes, lost, abandoned } = options;

  /** Node and epoch change in one statement: until then it is the other one's, and from then on its writes are refused. */
  async function claim(callId: string, from: number): Promise<ClaimedCall | null> {
    const nodeId = nodes.own;
    const isAlive = sql`exists (select from ${nodeTable} where ${nodeTable.id} = ${nodeId}::integer)`;
    const isTheirs = and(
      eq(callTable.id, callId),
      eq(callTable.nodeId, from),
      ne(callTable.status, 'ended'),
    );
    const [claimed] = await db
      .update(callTable)
      .set({ nodeId, epoch: sql`${callTable.epoch} + 1` })
      .where(and(isTheirs, isAlive))
      .returning({ id: callTable.id, epoch: callTable.epoch });
    return claimed === undefined
      ? null
      : { id: claimed.id, claim: { nodeId, epoch: claimed.epoch } };
  }

  return async (callId, from) => {
    if (nodes.own === null || !options.mayTake()) return false;
    const call = await claim(callId, from);
    if (call === null) return false;
    const expected = await lost.expect([call], NOT_FOLLOWED);
    // It cannot be gone on with: nobody was in it after all.
    if (!expected.has(call.id)) await abandoned.end(call, CRASHED.reason, CRASHED.message);
    return true;
  };
}
