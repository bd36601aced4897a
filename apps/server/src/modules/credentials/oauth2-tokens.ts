import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import { readJsonText } from '../../platform/errors/json-text.ts';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import { OutgoingError } from '../../platform/http-client/outgoing-error.ts';

const TIMEOUT = 10_000;
/** A token is not used in its last moments, ms. */
const MARGIN = 30_000;
const DEFAULT_SECONDS = 300;
const MAX_TOKENS = 1_000;

export const oauth2Schema = z.object({
  type: z.literal('oauth2'),
  url: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string().optional(),
});
export type OAuth2Plan = z.infer<typeof oauth2Schema>;
/** RFC 6749, 5.1. */
const tokenSchema = z.object({
  access_token: z.string(),
  expires_in: z.coerce.number().optional(),
});

/**
 * Tokens of the servers that plans name, each kept as long as it is good.
 *
 * @throws an `OutgoingError`
 */
export type OAuth2Tokens = (plan: OAuth2Plan, signal: AbortSignal | undefined) => Promise<string>;

export function createOAuth2Tokens({
  http,
  clock,
}: {
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
}): OAuth2Tokens {
  const tokens = new Map<string, { readonly token: string; readonly expires: number }>();
  return async (plan, signal) => {
    const key = JSON.stringify(plan);
    const known = tokens.get(key);
    if (known !== undefined && clock.now() < known.expires) return known.token;
    const { token, seconds } = await requestToken(http, plan, signal);
    if (tokens.size >= MAX_TOKENS) tokens.clear();
    tokens.set(key, { token, expires: clock.now() + seconds * 1_000 - MARGIN });
    return token;
  };
}

/** The client credentials grant of RFC 6749, 4.4. */
async function requestToken(
  http: Pick<HttpOut, 'send'>,
  plan: OAuth2Plan,
  signal: AbortSignal | undefined,
) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: plan.clientId,
    client_secret: plan.clientSecret,
    ...(plan.scope !== undefined && { scope: plan.scope }),
  });
  const answer = await http.send({
    url: plan.url,
    method: 'POST',
    body: form.toString(),
    timeout: TIMEOUT,
    ...(signal !== undefined && { signal }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  });
  const parsed = tokenSchema.safeParse(readJsonText(answer.text));
  if (answer.status < 200 || answer.status >= 300 || !parsed.success)
    throw new OutgoingError('no_access', `its OAuth2 server gave no token (${answer.status})`);
  return { token: parsed.data.access_token, seconds: parsed.data.expires_in ?? DEFAULT_SECONDS };
}
