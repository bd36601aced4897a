import type { EndReason } from '@kindling/protocol';
import { and, asc, ne, notInArray, sql } from 'drizzle-orm';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import { ofGoneNodes } from '../../platform/cluster/of-gone-nodes.ts';
import type { Database } from '../../platform/database/database.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { callTable } from '../../platform/database/schema.ts';
import { forgetState } from './resumption/stored-state.ts';
import { type CallClaim, heldBy } from './store/call-writer.ts';
import { oweReport } from './webhooks/crash-report.ts';

export interface ClaimedCall {
  readonly id: string;
  readonly claim: CallClaim;
}

export interface AbandonedCalls {
  /**
   * Takes at most `limit` open calls of nodes that are over, the oldest first. However many nodes try, each
   * call is claimed by one of them; what that one does not get to is abandoned again when it dies.
   */
  claim(limit: number): Promise<readonly ClaimedCall[]>;
  /** Ends a claimed call whose report is sent soon; answers whether this claim did. */
  end(call: ClaimedCall, reason: EndReason, message: string): Promise<boolean>;
  /**
   * Claims all there are, and ends those that `keep` does not answer: nobody goes on with them. Answers how many this
   * node ended.
   *
   * @default none is kept
   */
  close(
    reason: EndReason,
    message: string,
    keep?: (calls: readonly ClaimedCall[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>;
}

const AT_ONCE = 50;

export function createAbandonedCalls(
  db: Database,
  nodes: Pick<Nodes, 'own' | 'isCluster'>,
): AbandonedCalls {
  /** Without those that are kept: they are this server's, but one without others takes whatever is open. */
  async function claim(
    limit: number,
    kept: ReadonlySet<string> = new Set(),
  ): Promise<readonly ClaimedCall[]> {
    const nodeId = nodes.own;
    if (nodes.isCluster && nodeId === null) return [];
    const abandoned = db
      .select({ id: callTable.id })
      .from(callTable)
      .where(
        and(
          ne(callTable.status, 'ended'),
          ofGoneNodes(nodes, callTable.nodeId),
          notInArray(callTable.id, [...kept]),
        ),
      )
      .orderBy(asc(callTable.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    // A node that is over itself, and has not heard of it, gets nothing.
    const isAlive = sql`exists (select from ${nodeTable} where ${nodeTable.id} = ${nodeId}::integer)`;
    const claimed = await db
      .update(callTable)
      .set({ nodeId, epoch: sql`${callTable.epoch} + 1` })
      .where(
        // An array: as a list the subquery may run more than once, and lock more than it may.
        and(sql`${callTable.id} = any(array(${abandoned}))`, nodes.isCluster ? isAlive : undefined),
      )
      .returning({ id: callTable.id, epoch: callTable.epoch });
    return claimed.map(({ id, epoch }) => ({ id, claim: { nodeId, epoch } }));
  }

  async function end({ id, claim: held }: ClaimedCall, reason: EndReason, message: string) {
    return db.transaction(async (tx) => {
      const now = new Date();
      const [ended] = await tx
        .update(callTable)
        .set({
          status: 'ended',
          endedReason: reason,
          endedMessage: message,
          endedAt: now,
          updatedAt: now,
          visitorHash: null,
        })
        .where(heldBy(id, held))
        .returning({ orgId: callTable.orgId });
      if (ended === undefined) return false;
      await forgetState(tx, id);
      await oweReport(tx, { id, orgId: ended.orgId }, now);
      return true;
    });
  }

  return {
    claim: (limit) => claim(limit),
    end,
    async close(reason, message, keep = async () => new Set()) {
      let closed = 0;
      const kept = new Set<string>();
      for (;;) {
        const claimed = await claim(AT_ONCE, kept);
        if (claimed.length === 0) return closed;
        for (const id of await keep(claimed)) kept.add(id);
        for (const one of claimed)
          if (!kept.has(one.id) && (await end(one, reason, message))) closed += 1;
      }
    },
  };
}
