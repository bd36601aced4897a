import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { campaignHandlers } from './handlers.ts';
import { placeNoCall } from './place-call.ts';

export function registerCampaigns({
  db,
  clock,
  jobs,
}: Pick<PlatformContext, 'db' | 'clock' | 'jobs'>): HandlersOf<'campaign'> {
  return campaignHandlers({ db, clock, jobs, placeCall: placeNoCall });
}
