import { randomUUID } from 'node:crypto';
import type { CampaignCall, CampaignCallStatus, CampaignCustomer } from '@kindling/protocol';
import { and, asc, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { campaignCallTable } from '../../platform/database/platform-tables.ts';
import { callTable } from '../../platform/database/schema.ts';

export interface CampaignCallRow extends CampaignCall {
  readonly campaignId: string;
  readonly position: number;
  readonly callId: string;
  readonly customer: CampaignCustomer;
  readonly endedReason: string | null;
}

const table = campaignCallTable;
const OPEN = ['queued', 'in-progress'] as const;
const OPEN_STATES: readonly string[] = OPEN;

/** The customers of a new campaign, each with the id its call will have. */
export async function addCustomers(
  tx: Database,
  campaignId: string,
  customers: readonly CampaignCustomer[],
  now: Date,
): Promise<void> {
  const rows = customers.map((customer, position) => ({
    campaignId,
    position,
    customer,
    callId: randomUUID(),
    updatedAt: now,
    status: 'scheduled' as const,
  }));
  await tx.insert(table).values(rows);
}

/** All of the campaigns' calls, in the order of their customers, each as far as it has come. */
export async function readCalls(
  db: Database,
  campaignIds: readonly string[],
): Promise<CampaignCallRow[]> {
  if (campaignIds.length === 0) return [];
  const rows = await db
    .select({ own: table, status: callTable.status, endedReason: callTable.endedReason })
    .from(table)
    .leftJoin(callTable, eq(callTable.id, table.callId))
    .where(inArray(table.campaignId, [...campaignIds]))
    .orderBy(asc(table.campaignId), asc(table.position));
  return rows.map(({ own, status, endedReason }) => ({
    ...own,
    customer: own.customer,
    status: OPEN_STATES.includes(own.status) && status !== null ? reached(status) : own.status,
    reason: own.reason ?? endedReason,
    endedReason,
    updatedAt: own.updatedAt.toISOString(),
  }));
}

function reached(status: typeof callTable.$inferSelect.status): CampaignCallStatus {
  if (status === 'ended') return 'ended';
  return status === 'in-progress' || status === 'forwarding' ? 'in-progress' : 'queued';
}

/** Takes the next customer. Only once: nobody is called twice, whatever happens next. */
export async function takeNext(
  db: Database,
  campaignId: string,
  now: Date,
): Promise<{ position: number; callId: string; customer: CampaignCustomer } | null> {
  const next = db
    .select({ position: table.position })
    .from(table)
    .where(and(eq(table.campaignId, campaignId), eq(table.status, 'scheduled')))
    .orderBy(asc(table.position))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await db
    .update(table)
    .set({ status: 'queued', updatedAt: now })
    .where(and(eq(table.campaignId, campaignId), eq(table.position, sql`(${next})`)))
    .returning();
  return taken ?? null;
}

export async function markFailed(
  db: Database,
  call: { readonly campaignId: string; readonly position: number },
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .update(table)
    .set({ status: 'failed', reason: reason.slice(0, 500), updatedAt: now })
    .where(and(eq(table.campaignId, call.campaignId), eq(table.position, call.position)));
}

export async function cancelScheduled(
  db: Database,
  campaignId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .update(table)
    .set({ status: 'cancelled', reason, updatedAt: now })
    .where(and(eq(table.campaignId, campaignId), eq(table.status, 'scheduled')));
}

/** Taken longer ago than placing a call can take, and no call came of it. */
export async function failLost(
  db: Database,
  campaignId: string,
  takenBefore: Date,
  now: Date,
): Promise<void> {
  const placed = db
    .select({ id: callTable.id })
    .from(callTable)
    .where(eq(callTable.campaignId, campaignId));
  await db
    .update(table)
    .set({
      status: 'failed',
      updatedAt: now,
      reason: 'The server stopped while this call was being placed.',
    })
    .where(
      and(
        eq(table.campaignId, campaignId),
        eq(table.status, 'queued'),
        isNull(table.reason),
        lt(table.updatedAt, takenBefore),
        notInArray(table.callId, placed),
      ),
    );
}

/** Stores the outcome with the campaign, so that it survives the deletion of the call. */
export async function keepEnded(db: Database, rows: readonly CampaignCallRow[], now: Date) {
  for (const row of rows.filter(({ status }) => status === 'ended')) {
    await db
      .update(table)
      .set({ status: 'ended', reason: row.reason, updatedAt: now })
      .where(
        and(
          eq(table.campaignId, row.campaignId),
          eq(table.position, row.position),
          inArray(table.status, [...OPEN]),
        ),
      );
  }
}
