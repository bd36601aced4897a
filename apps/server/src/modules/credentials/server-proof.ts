import type { HmacPlan } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import { OutgoingError } from '../../platform/http-client/outgoing-error.ts';
import type { CredentialStore } from './credential-store.ts';
import { createOAuth2Tokens, oauth2Schema } from './oauth2-tokens.ts';
import { type SignedRequest, signWithPlan } from './sign-with-plan.ts';

export interface ServerProofOptions {
  readonly credentials: Pick<CredentialStore, 'open'>;
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
}

/**
 * The headers by which an organisation's server knows a request of ours, as the webhook credential that
 * it named says.
 *
 * @throws an `OutgoingError`
 */
export type ProveToServer = (
  owner: { readonly orgId: string; readonly credentialId: string; readonly signal: AbortSignal },
  request: Omit<SignedRequest, 'now'>,
) => Promise<Record<string, string>>;

export function createProveToServer({
  credentials,
  http,
  clock,
}: ServerProofOptions): ProveToServer {
  const bearerOf = createOAuth2Tokens({ http, clock });
  return async ({ orgId, credentialId, signal }, request) => {
    const credential = await credentials.open(orgId, credentialId);
    if (credential?.provider !== 'webhook')
      throw new OutgoingError('no_access', 'there is no webhook credential with its credentialId');
    const plan = credential.fields.authenticationPlan;
    const oauth2 = oauth2Schema.safeParse(plan);
    if (oauth2.success) return { authorization: `Bearer ${await bearerOf(oauth2.data, signal)}` };
    // Its schema was checked when it was stored.
    return signWithPlan(plan as HmacPlan, { ...request, now: clock.now() });
  };
}
