import type { CampaignCustomer } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';

/** One call of a campaign. Its row in the table `call` gets this id and the campaign's. */
export interface CallOrder {
  readonly callId: string;
  readonly orgId: string;
  readonly campaignId: string;
  readonly assistantId: string | null;
  readonly workflowId: string | null;
  readonly phoneNumberId: string;
  readonly customer: CampaignCustomer;
}

/** Resolves once the call is stored and being placed; rejects when it cannot be. */
export type PlaceCall = (order: CallOrder, signal: AbortSignal) => Promise<void>;

/** What a server without telephony says of every customer. */
export const placeNoCall: PlaceCall = async () => {
  throw new ApiError(
    'not_configured',
    'No telephony configured: this server takes web calls and cannot place phone calls.',
  );
};
