import type { SiteConfig } from '@kindling/protocol';
import { FOOTER_SOURCE } from '@kindling/protocol/constants';

/** PostgreSQL's code of a unique index that already has the row. */
const ALREADY_THERE = '23505';
const REQUEST_TIMEOUT = 15_000;

export interface SubscribeOptions {
  readonly leads: SiteConfig['leads'];
  /** The site's origin; relative addresses are below it. */
  readonly origin: string;
  readonly send?: typeof fetch;
}

export interface Subscription {
  readonly email: string;
  /** A honeypot: people never see this field, bots fill it. */
  readonly website: string;
}

/**
 * Inserts one row into `subscriptions` by the REST protocol of a PostgREST backend, this server's or a
 * hosted one.
 *
 * @throws unless it is stored: such backends and proxies answer some failures with 200 or 204
 */
export async function subscribe(
  { email, website }: Subscription,
  { leads, origin, send = fetch }: SubscribeOptions,
): Promise<void> {
  const url = new URL(`${leads.url.replace(/\/+$/, '')}/rest/v1/subscriptions`, origin);
  // Only our own server allows this header; elsewhere CORS would reject it.
  const honeypot = website !== '' && url.origin === origin ? { 'x-kindling-website': website } : {};
  const response = await send(url, {
    method: 'POST',
    headers: {
      apikey: leads.anonKey,
      authorization: `Bearer ${leads.anonKey}`,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...honeypot,
    },
    body: JSON.stringify({ email, source: FOOTER_SOURCE }),
    keepalive: true,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  if (response.status === 201 || (await isAlreadyThere(response))) return;
  throw new Error(`The address was not stored: the server answered ${response.status}`);
}

/** A known address gets the same answer: nobody can find out who has subscribed. */
async function isAlreadyThere(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const error: unknown = await response.json().catch(() => null);
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === ALREADY_THERE
  );
}
