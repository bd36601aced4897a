import type { AppContext } from '../../../platform/requests/app-env.ts';
import { checkOrigin } from '../../tokens/check-origin.ts';
import type { Token, TokenStore } from '../../tokens/token-store.ts';
import { fromDatabaseError } from './database-refusal.ts';
import { RestError } from './rest-error.ts';

export interface GatewayOptions {
  readonly tokens: Pick<TokenStore, 'findByKey'>;
  readonly requireOrigin: boolean;
}

/**
 * What a hosted backend's gateway does: looks at the `apikey` (a header, or in the address), which
 * must be a valid public key, used on a page of this server or of an origin the key lists.
 * A private key is refused too: it has no business in a page.
 */
export async function checkGatewayKey(c: AppContext, options: GatewayOptions): Promise<void> {
  const key = c.req.header('apikey') ?? c.req.query('apikey');
  if (!key) {
    throw refuse(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
    );
  }
  // By the hash, as every key is: no clock tells how much of a guess was right.
  const token = await options.tokens.findByKey(key).catch((error: unknown) => {
    throw fromDatabaseError(error);
  });
  if (token?.kind !== 'public' || !isValid(token)) {
    throw refuse('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.');
  }
  checkOrigin(c, token, { requireOrigin: options.requireOrigin, callOrigins: [] });
  checkBearer(c.req.header('authorization'), key);
}

function isValid({ enabled, revokedAt, expiresAt }: Token): boolean {
  return enabled && revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
}

function refuse(message: string, hint: string): RestError {
  return new RestError(401, null, message, { hint, headers: { 'WWW-Authenticate': 'Key' } });
}

/** Clients repeat the key as a bearer; anything else there claims to be a session, and there are none. */
function checkBearer(authorization: string | undefined, key: string): void {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
  if (bearer === null) return;
  const jwt = (bearer[1] ?? '').trim();
  if (jwt === key) return;
  if (jwt === '') throw rejectJwt('Empty JWT is sent in Authorization header');
  const parts = jwt.split('.').length;
  if (parts !== 3) throw rejectJwt(`Expected 3 parts in JWT; got ${parts}`);
  throw rejectJwt(
    'No suitable key or wrong key type',
    'None of the keys was able to decode the JWT',
  );
}

function rejectJwt(message: string, details: string | null = null): RestError {
  return new RestError(401, 'PGRST301', message, {
    details,
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"`,
    },
  });
}
