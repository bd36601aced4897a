import type {
  Campaign,
  CampaignCreate,
  CampaignEndedReason,
  CampaignListQuery,
  CampaignPageQuery,
  CampaignStatus,
  Page,
} from '@kindling/protocol';
import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { campaignTable } from '../../platform/database/platform-tables.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';
import { filtersOf } from '../references/query-filters.ts';
import {
  createResourceStore,
  type ResourceRow,
  type ResourceStore,
  readResource,
} from '../references/resource-store.ts';
import { type CampaignCallRow, readCalls } from './campaign-calls.ts';

type Plan = Omit<CampaignCreate, 'customers'>;
type Row = ResourceRow & typeof campaignTable.$inferSelect;

/** Campaigns with what came of their calls. */
export interface CampaignStore {
  /** The plans alone; the calls beside them are empty. */
  readonly plans: ResourceStore<Campaign, Plan>;
  list(orgId: string, query: CampaignListQuery): Promise<Campaign[]>;
  page(orgId: string, query: CampaignPageQuery): Promise<Page<Campaign>>;
  get(orgId: string, id: string): Promise<Campaign>;
  /** Moves one on that has not ended; answers whether it did. */
  move(id: string, status: CampaignStatus, endedReason?: CampaignEndedReason): Promise<boolean>;
  within(tx: Database): CampaignStore;
}

export function createCampaignStore(db: Database): CampaignStore {
  const plans = createResourceStore<Campaign, Plan>(db, {
    table: campaignTable,
    name: 'campaign',
    read: (row) => toCampaign(row as Row),
  });
  const withCalls = async (campaigns: readonly Campaign[]): Promise<Campaign[]> => {
    const calls = Map.groupBy(
      await readCalls(
        db,
        campaigns.map(({ id }) => id),
      ),
      ({ campaignId }) => campaignId,
    );
    return campaigns.map((campaign) => addCalls(campaign, calls.get(campaign.id) ?? []));
  };
  return {
    plans,
    list: async (orgId, query) =>
      withCalls(await plans.list(orgId, query, { filters: narrow(query) })),
    async page(orgId, query) {
      const page = await plans.page(orgId, query, { filters: narrow(query) });
      return { ...page, results: await withCalls(page.results) };
    },
    async get(orgId, id) {
      const campaign = await plans.get(orgId, id);
      return addCalls(campaign, await readCalls(db, [id]));
    },
    async move(id, status, endedReason) {
      const moved = await db
        .update(campaignTable)
        .set({
          status,
          endedReason: endedReason ?? null,
          updatedAt: nextUpdatedAt(campaignTable.updatedAt),
        })
        .where(and(eq(campaignTable.id, id), ne(campaignTable.status, 'ended')))
        .returning({ id: campaignTable.id });
      return moved.length > 0;
    },
    within: (tx) => createCampaignStore(tx),
  };
}

function narrow({ id, status }: Pick<CampaignListQuery, 'id' | 'status'>): SQL[] {
  return filtersOf([
    [campaignTable.id, id],
    [campaignTable.status, status],
  ]);
}

function toCampaign(row: Row): Campaign {
  const plan = readResource(row) as unknown as Campaign;
  const endedReason = row.endedReason as CampaignEndedReason | null;
  return addCalls(
    { ...plan, status: row.status, ...(endedReason === null ? {} : { endedReason }) },
    [],
  );
}

function addCalls(campaign: Campaign, calls: readonly CampaignCallRow[]): Campaign {
  const count = (status: string) => calls.filter((call) => call.status === status).length;
  return {
    ...campaign,
    customers: calls.map(({ customer }) => customer),
    calls: Object.fromEntries(
      calls.map(({ callId, status, customer, reason, updatedAt }) => [
        callId,
        { status, customer, reason, updatedAt },
      ]),
    ),
    callsCounterScheduled: count('scheduled'),
    callsCounterQueued: count('queued'),
    callsCounterInProgress: count('in-progress'),
    callsCounterEndedVoicemail: calls.filter(({ reason }) => reason === 'voicemail').length,
    callsCounterEnded: count('ended'),
    callsCounterFailed: count('failed'),
    callsCounterCancelled: count('cancelled'),
  };
}
