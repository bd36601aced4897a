import type { Campaign } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { JobKind, Jobs, RunningJob } from '../../platform/jobs/jobs.ts';
import {
  type CampaignCallRow,
  cancelScheduled,
  failLost,
  keepEnded,
  markFailed,
  readCalls,
  takeNext,
} from './campaign-calls.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { PlaceCall } from './place-call.ts';

export interface RunCampaignOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly campaigns: CampaignStore;
  readonly placeCall: PlaceCall;
}

const payload = z.object({ campaignId: z.uuid() });

/** Looks after one campaign: begins it, places calls, ends it. */
export const CAMPAIGN_RUN = {
  name: 'campaign.run',
  payload,
  concurrency: 4,
} satisfies JobKind<typeof payload>;

/** Calls of one campaign at once; the next begins when one ends. */
const OPEN_MAX = 10;
const POLL_INTERVAL = 5_000;
const PLACING_MAX = 120_000;

/** Has the campaign looked after from `at` on; with the change that causes it. */
export async function scheduleRun(
  jobs: Jobs,
  tx: Database,
  campaign: { readonly id: string; readonly orgId: string },
  at: Date,
): Promise<void> {
  await jobs.add(tx, CAMPAIGN_RUN, {
    orgId: campaign.orgId,
    payload: { campaignId: campaign.id },
    dueAt: at,
    uniqueKey: `${campaign.id} ${at.toISOString()}`,
  });
}

/** When it may begin; now, where no time is set. */
export function startOf({ schedulePlan }: Pick<Campaign, 'schedulePlan'>, now: Date): Date {
  return schedulePlan ? new Date(schedulePlan.earliestAt) : now;
}

export function createRunCampaign(options: RunCampaignOptions) {
  const { db, jobs, clock, campaigns, placeCall } = options;
  const now = () => new Date(clock.now());

  async function sync(id: string): Promise<readonly CampaignCallRow[]> {
    await failLost(db, id, new Date(clock.now() - PLACING_MAX), now());
    const calls = await readCalls(db, [id]);
    await keepEnded(db, calls, now());
    return calls;
  }

  async function placeOne(campaign: Campaign, signal: AbortSignal): Promise<boolean> {
    const next = await takeNext(db, campaign.id, now());
    if (next === null) return false;
    const { id: campaignId, orgId, phoneNumberId } = campaign;
    const order = {
      campaignId,
      orgId,
      phoneNumberId,
      callId: next.callId,
      customer: next.customer,
      assistantId: campaign.assistantId ?? null,
      workflowId: campaign.workflowId ?? null,
    };
    try {
      await placeCall(order, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await markFailed(db, { campaignId, position: next.position }, reason, now());
    }
    return true;
  }

  return async (job: RunningJob<z.output<typeof payload>>) => {
    const { orgId, signal, log } = job;
    const { campaignId } = job.payload;
    const campaign = orgId === null ? null : await campaigns.plans.find(orgId, campaignId);
    if (campaign === null || campaign.status === 'ended') return;
    // It was put off: a later job begins it.
    if (startOf(campaign, now()) > now()) return;
    if (campaign.status === 'scheduled' && (await campaigns.move(campaignId, 'in-progress')))
      log.info({ campaignId }, 'campaign begun');
    const latestAt = campaign.schedulePlan?.latestAt;
    const isOver = () => Boolean(latestAt) && Date.parse(latestAt ?? '') <= clock.now();
    let calls = await sync(campaignId);
    let free = OPEN_MAX - calls.filter(isOpen).length;
    // Placing takes its time: the end may come meanwhile.
    while (free > 0 && !isOver() && (await placeOne(campaign, signal))) {
      signal.throwIfAborted();
      free -= 1;
      if (free > 0) continue;
      calls = await sync(campaignId);
      free = OPEN_MAX - calls.filter(isOpen).length;
    }
    if (isOver()) await cancelScheduled(db, campaignId, 'The time for calls was over.', now());
    calls = await sync(campaignId);
    if (calls.some((call) => isOpen(call) || call.status === 'scheduled')) {
      return scheduleRun(jobs, db, campaign, new Date(clock.now() + POLL_INTERVAL));
    }
    const endedReason = outcomeOf(calls);
    if (await campaigns.move(campaignId, 'ended', endedReason))
      log.info({ campaignId, endedReason }, 'campaign ended');
  };
}

const isOpen = ({ status }: CampaignCallRow) => status === 'queued' || status === 'in-progress';

function outcomeOf(calls: readonly CampaignCallRow[]) {
  if (calls.some(({ status }) => status === 'cancelled')) return 'kindling.campaign.time-over';
  if (calls.some(({ status }) => status === 'ended')) return 'campaign.ended.success';
  return 'kindling.campaign.no-call-placed';
}
