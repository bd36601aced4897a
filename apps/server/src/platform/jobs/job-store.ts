import { and, eq, gt, inArray, isNotNull, lt, lte, min } from 'drizzle-orm';
import type { Nodes } from '../cluster/nodes.ts';
import { ofGoneNodes } from '../cluster/of-gone-nodes.ts';
import type { Database } from '../database/database.ts';
import { jobTable } from '../database/platform-tables.ts';
import { sqlState } from '../database/sql-state.ts';
import { type ClaimableKind, type ClaimedJob, claimDue } from './claim-due.ts';

/** Rows of the table `job`. All moments are the caller's clock's. */
export interface JobStore {
  /** Kinds among `kinds` of which something is due. */
  dueKinds(kinds: readonly string[], now: Date): Promise<readonly string[]>;
  /** Takes what is due longest; nobody else gets it before `leaseEnd`. */
  claim(kind: ClaimableKind, now: Date, leaseEnd: Date): Promise<ClaimedJob | null>;
  /** Answers whether it is still this worker's. */
  renew(job: ClaimedJob, leaseEnd: Date): Promise<boolean>;
  markDone(job: ClaimedJob, now: Date): Promise<void>;
  markGivenUp(job: ClaimedJob, now: Date, error: string): Promise<void>;
  markFailed(job: ClaimedJob, now: Date, retryAt: Date, error: string): Promise<void>;
  /** Due at once, as if it had not been tried. */
  release(job: ClaimedJob, now: Date): Promise<void>;
  /**
   * What nodes held that are over is due at once; answers how many there were. What was taken twice waits for its
   * lease: it may be what takes the process down.
   */
  takeBack(now: Date): Promise<number>;
  /** When the next of the kinds is due after `now`. */
  nextDue(kinds: readonly string[], now: Date): Promise<Date | null>;
  /** Forgets what finished before. */
  purge(before: Date): Promise<void>;
}

const LAST_ERROR_MAX_CHARACTERS = 500;
const UNIQUE_VIOLATION = '23505';

export function createJobStore(db: Database, nodes: Pick<Nodes, 'own' | 'isCluster'>): JobStore {
  const table = jobTable;
  const held = (job: ClaimedJob) =>
    and(eq(table.id, job.id), eq(table.attempts, job.attempt), eq(table.running, true));
  const finish = async (job: ClaimedJob, now: Date, lastError: string | null) => {
    await db
      .update(table)
      // The payload may contain personal data: only the fact that the job ran is kept.
      .set({ dueAt: null, finishedAt: now, running: false, payload: {}, lastError })
      .where(held(job));
  };
  /** Waits again; where another one with its key waits already, that one does the work. */
  const putBack = async (
    job: ClaimedJob,
    now: Date,
    fields: { dueAt: Date; attempts?: number; lastError?: string },
  ) => {
    try {
      await db
        .update(table)
        // Nobody's: the release before takes it without saying whose it is.
        .set({ ...fields, running: false, nodeId: null })
        .where(held(job));
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      await finish(job, now, 'left to a later one with the same key');
    }
  };
  return {
    async dueKinds(kinds, now) {
      if (kinds.length === 0) return [];
      const rows = await db
        .selectDistinct({ kind: table.kind })
        .from(table)
        .where(and(lte(table.dueAt, now), inArray(table.kind, [...kinds])));
      return rows.map(({ kind }) => kind);
    },
    claim: (kind, now, leaseEnd) => claimDue({ db, nodes }, kind, { now, leaseEnd }),
    async renew(job, leaseEnd) {
      const renewed = await db
        .update(table)
        .set({ dueAt: leaseEnd })
        .where(held(job))
        .returning({ id: table.id });
      return renewed.length > 0;
    },
    markDone: (job, now) => finish(job, now, null),
    markGivenUp: (job, now, error) => finish(job, now, error.slice(0, LAST_ERROR_MAX_CHARACTERS)),
    markFailed: (job, now, retryAt, error) =>
      putBack(job, now, { dueAt: retryAt, lastError: error.slice(0, LAST_ERROR_MAX_CHARACTERS) }),
    release: (job, now) => putBack(job, now, { dueAt: now, attempts: job.attempt - 1 }),
    async takeBack(now) {
      const isGone = nodes.isCluster
        ? // Of no node: one of the release before, which may be running it.
          and(isNotNull(table.nodeId), ofGoneNodes(nodes, table.nodeId))
        : undefined;
      const taken = await db
        .update(table)
        .set({ dueAt: now, nodeId: null })
        .where(and(eq(table.running, true), gt(table.dueAt, now), lte(table.attempts, 1), isGone))
        .returning({ id: table.id });
      return taken.length;
    },
    async nextDue(kinds, now) {
      if (kinds.length === 0) return null;
      const [row] = await db
        .select({ dueAt: min(table.dueAt) })
        .from(table)
        .where(and(gt(table.dueAt, now), inArray(table.kind, [...kinds])));
      return row?.dueAt ?? null;
    },
    async purge(before) {
      await db.delete(table).where(lt(table.finishedAt, before));
    },
  };
}
