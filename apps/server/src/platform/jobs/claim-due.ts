import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isMember, type Nodes } from '../cluster/nodes.ts';
import type { Database } from '../database/database.ts';
import { jobTable } from '../database/platform-tables.ts';

/** A row that this worker holds until its lease ends; `attempt` counts this one and fences others. */
export interface ClaimedJob {
  readonly id: string;
  readonly orgId: string | null;
  readonly payload: unknown;
  readonly attempt: number;
  readonly createdAt: Date;
}

export interface ClaimableKind {
  readonly name: string;
  /** Of an organisation that has so many running nothing more is taken. */
  readonly perOrganisation?: number;
}

/** Takes what is due longest of a kind; nobody else gets it before `leaseEnd`. */
export async function claimDue(
  { db, nodes }: { readonly db: Database; readonly nodes: Pick<Nodes, 'own' | 'isCluster'> },
  { name, perOrganisation }: ClaimableKind,
  { now, leaseEnd }: { readonly now: Date; readonly leaseEnd: Date },
): Promise<ClaimedJob | null> {
  // One that is taken for dead holds nothing.
  if (!isMember(nodes)) return null;
  const due = db
    .select({ id: jobTable.id })
    .from(jobTable)
    .where(
      and(
        eq(jobTable.kind, name),
        lte(jobTable.dueAt, now),
        notBehindItsLike(now),
        perOrganisation === undefined ? undefined : notOfBusy(name, perOrganisation, now),
      ),
    )
    .orderBy(asc(jobTable.dueAt), asc(jobTable.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(jobTable)
    .set({
      attempts: sql`${jobTable.attempts} + 1`,
      dueAt: leaseEnd,
      running: true,
      nodeId: nodes.own,
    })
    // An equality, not `in`: PostgreSQL runs an uncorrelated subquery once only as a scalar.
    .where(eq(jobTable.id, sql`(${due})`))
    .returning({
      id: jobTable.id,
      orgId: jobTable.orgId,
      payload: jobTable.payload,
      attempt: jobTable.attempts,
      createdAt: jobTable.createdAt,
    });
  return claimed ?? null;
}

/** Asked once a claim, of the few that run. */
function notOfBusy(kind: string, most: number, now: Date): SQL {
  const other = alias(jobTable, 'busy');
  return sql`(${jobTable.orgId} is null or ${jobTable.orgId} not in (
    select ${other.orgId} from ${jobTable} as "busy"
    where ${other.kind} = ${kind} and ${other.running} and ${other.orgId} is not null
      and ${other.dueAt} > ${now.toISOString()}::timestamptz
    group by ${other.orgId} having count(*) >= ${most}
  ))`;
}

/** One with the same key may wait while another runs; it does not run beside it. */
function notBehindItsLike(now: Date): SQL {
  const other = alias(jobTable, 'other');
  return sql`not exists (
    select 1 from ${jobTable} as "other"
    where ${other.kind} = ${jobTable.kind} and ${other.uniqueKey} = ${jobTable.uniqueKey}
      and ${other.running} and ${other.dueAt} > ${now.toISOString()}::timestamptz
  )`;
}
