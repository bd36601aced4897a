import type { Artifact, CallCost, CallMessage, EndReason } from '@kindling/protocol';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { ResumptionState } from '../resumption/resumption-state.ts';
import { forgetState, keepState } from '../resumption/stored-state.ts';
import { type PlacedLine, replaceLines, writeLines } from './call-lines.ts';
import { giveOrgSlot, type LimitedOrg, takeOrgSlot } from './org-slots.ts';

type Insert = typeof callTable.$inferInsert;

/** Whose a call is while it goes on: a node, and how often the call was claimed until then. */
export interface CallClaim {
  /** Null: of a server without others. */
  readonly nodeId: number | null;
  readonly epoch: number;
}

/** What is known of a call once it is over. Times are epoch milliseconds. */
export interface CallEnd {
  readonly reason: EndReason;
  readonly message?: string;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly messages: readonly CallMessage[];
  readonly artifact: Artifact;
  /** US dollars; null: not known. */
  readonly cost: number | null;
  /** What it had of providers elsewhere. @default nothing */
  readonly costs?: readonly CallCost[];
}

/** What a call writes of itself. All but the last two answer whether the call is still open and held by this claim. */
export interface CallWriter {
  markInProgress(id: string, startedAt: number): Promise<boolean>;
  /** Keeps what was said so far, for the case that the process dies. */
  writeLines(id: string, lines: readonly PlacedLine[]): Promise<boolean>;
  /** What it takes to go on with it then; gone with its end. */
  keepState(id: string, state: ResumptionState): Promise<boolean>;
  /** The first end of a call counts, later ones change nothing; answers whether it is this one. */
  finish(id: string, end: CallEnd): Promise<boolean>;
  /** Of several nodes: counts the call for its organisation's limit; false: that is reached. */
  takeSlot(id: string, org: LimitedOrg): Promise<boolean>;
  giveSlot(id: string): Promise<void>;
}

/** A call's row, as long as it goes on and nobody else claimed it. */
export function heldBy(id: string, { nodeId, epoch }: CallClaim): SQL {
  return sql`${callTable.id} = ${id}::uuid and ${ne(callTable.status, 'ended')}
    and ${callTable.nodeId} is not distinct from ${nodeId}::integer
    and ${callTable.epoch} = ${epoch}::integer`;
}

export function createCallWriter(db: Database, claim: CallClaim): CallWriter {
  const change = async (id: string, set: Partial<Insert>, tx = db) => {
    const changed = await tx
      .update(callTable)
      .set({ ...set, updatedAt: new Date() })
      .where(heldBy(id, claim))
      .returning({ id: callTable.id });
    return changed.length > 0;
  };
  /** A connection may break between storing an end and answering so. */
  const endedSo = async (id: string, { reason, endedAt }: CallEnd) => {
    const so = and(eq(callTable.endedReason, reason), eq(callTable.endedAt, new Date(endedAt)));
    const found = await db
      .select({ id: callTable.id })
      .from(callTable)
      .where(and(eq(callTable.id, id), so));
    return found.length > 0;
  };
  return {
    markInProgress: (id, startedAt) =>
      change(id, { status: 'in-progress', startedAt: new Date(startedAt) }),
    writeLines: (id, lines) => writeLines(db, heldBy(id, claim), lines),
    keepState: (id, state) => keepState(db, heldBy(id, claim), state),
    async finish(id, end) {
      const ended = await db.transaction(async (tx) => {
        const first = await change(id, endedFields(end), tx);
        if (!first) return false;
        await replaceLines(tx, id, end.messages);
        await forgetState(tx, id);
        return true;
      });
      return ended || endedSo(id, end);
    },
    // A server without others counts in its memory.
    takeSlot: async (id, org) => claim.nodeId === null || takeOrgSlot(db, heldBy(id, claim), org),
    async giveSlot(id) {
      if (claim.nodeId !== null) await giveOrgSlot(db, heldBy(id, claim));
    },
  };
}

function endedFields(end: CallEnd): Partial<Insert> {
  return {
    status: 'ended',
    endedReason: end.reason,
    endedMessage: end.message ?? null,
    ...(end.startedAt === null ? {} : { startedAt: new Date(end.startedAt) }),
    endedAt: new Date(end.endedAt),
    artifact: end.artifact,
    cost: end.cost,
    costs: end.costs?.length ? [...end.costs] : null,
    visitorHash: null,
  };
}
