import type { Campaign, CampaignListQuery, CampaignUpdate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { isServerSdk } from '../../platform/requests/visitors/server-sdk.ts';
import { addCustomers, cancelScheduled } from './campaign-calls.ts';
import { createCampaignStore } from './campaign-store.ts';
import { checkReferences } from './check-references.ts';
import type { PlaceCall } from './place-call.ts';
import { CAMPAIGN_RUN, createRunCampaign, scheduleRun, startOf } from './run-campaign.ts';

export interface CampaignHandlersOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly placeCall: PlaceCall;
}

const PLAN_FIELDS = ['assistantId', 'workflowId', 'phoneNumberId', 'schedulePlan'] as const;

export function campaignHandlers(options: CampaignHandlersOptions): HandlersOf<'campaign'> {
  const { db, jobs, clock } = options;
  const campaigns = createCampaignStore(db);
  jobs.handle(CAMPAIGN_RUN, createRunCampaign({ ...options, campaigns }));
  const now = () => new Date(clock.now());
  const stateAt = (at: Date) => ({ status: at > now() ? 'scheduled' : 'in-progress' }) as const;

  /** Stops it: who was not called yet is not called any more. */
  async function end(tx: Database, campaign: Campaign): Promise<void> {
    if (campaign.status === 'ended') return;
    await cancelScheduled(tx, campaign.id, 'The campaign was ended.', now());
    const reason = `campaign.${campaign.status}.ended-by-user` as const;
    await campaigns.within(tx).move(campaign.id, 'ended', reason);
  }

  async function update(orgId: string, id: string, form: CampaignUpdate, ifMatch: string | null) {
    const { status, ...plan } = form;
    await db.transaction(async (tx) => {
      const { plans } = campaigns.within(tx);
      const before = await plans.get(orgId, id);
      checkMayChange(before, form);
      await checkReferences(tx, orgId, plan);
      const merged = { ...before, ...plan };
      checkEitherPart(merged);
      const begins = startOf(merged, now());
      const columns = plan.schedulePlan === undefined ? {} : stateAt(begins);
      const after = await plans.update(orgId, id, plan, { ifMatch, columns });
      if (plan.schedulePlan !== undefined) await scheduleRun(jobs, tx, after, begins);
      if (status === 'ended') await end(tx, after);
    });
    jobs.wake();
    return campaigns.get(orgId, id);
  }

  return {
    async 'campaign.create'({ token, body }) {
      const { customers, ...plan } = body;
      const begins = startOf(plan, now());
      const { id } = await db.transaction(async (tx) => {
        await checkReferences(tx, token.orgId, plan);
        const { plans } = campaigns.within(tx);
        const campaign = await plans.create(token.orgId, plan, stateAt(begins));
        await addCustomers(tx, campaign.id, customers, now());
        await scheduleRun(jobs, tx, campaign, begins);
        return campaign;
      });
      jobs.wake();
      return campaigns.get(token.orgId, id);
    },
    async 'campaign.list'({ token, query, header }) {
      const { sortOrder = 'DESC' } = query;
      if (readsPages(query, header)) return campaigns.page(token.orgId, { ...query, sortOrder });
      return campaigns.list(token.orgId, query);
    },
    'campaign.listPaginated': ({ token, query }) => campaigns.page(token.orgId, query),
    'campaign.get': ({ token, id }) => campaigns.get(token.orgId, id),
    'campaign.update': ({ token, id, body, ifMatch }) => update(token.orgId, id, body, ifMatch),
    async 'campaign.delete'({ token, id, ifMatch }) {
      const campaign = await campaigns.get(token.orgId, id);
      await campaigns.plans.remove(token.orgId, id, { ifMatch });
      return campaign;
    },
  };
}

function checkMayChange({ status }: Campaign, form: CampaignUpdate): void {
  const field = PLAN_FIELDS.find((name) => form[name] !== undefined);
  if (field === undefined || status === 'scheduled') return;
  const message = `A campaign that is ${status} keeps its plan; only its name can change.`;
  throw new ApiError('conflict', message, { fields: [{ path: field, message }] });
}

function checkEitherPart({
  assistantId,
  workflowId,
}: Pick<Campaign, 'assistantId' | 'workflowId'>): void {
  if (Boolean(assistantId) !== Boolean(workflowId)) return;
  const message = 'Give either assistantId or workflowId, and null for the other.';
  throw new ApiError('bad_request', message, { fields: [{ path: 'assistantId', message }] });
}

/** Older clients read a list here, newer ones a page; browser clients show it only by what they ask for. */
function readsPages(
  query: CampaignListQuery,
  header: (name: string) => string | undefined,
): boolean {
  const { page, sortOrder, sortBy, cursor } = query;
  return (
    [page, sortOrder, sortBy, cursor].some((value) => value !== undefined) || isServerSdk(header)
  );
}
