import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext } from '../../platform/requests/app-env.ts';
import type { Token } from './token-store.ts';

export interface OriginRules {
  readonly requireOrigin: boolean;
  /** Listed for every key. */
  readonly callOrigins: readonly string[];
}

/**
 * A public key works on pages of this server and of the origins listed. A request that
 * names neither Origin nor a Referer comes from no page; it is refused unless REQUIRE_ORIGIN
 * is false. This keeps other sites from using the key, not programs: those are held by the
 * rate and concurrency limits.
 */
export function checkOrigin(c: AppContext, token: Token, rules: OriginRules): void {
  const origin = c.req.header('origin') ?? refererOrigin(c.req.header('referer'));
  if (origin === undefined) {
    if (!rules.requireOrigin) return;
    throw new ApiError(
      'origin_not_allowed',
      'A public key works in a page only: no Origin was sent.',
    );
  }
  if (origin === c.get('baseUrl')) return;
  if ([...rules.callOrigins, ...token.allowedOrigins].includes(origin)) return;
  throw new ApiError(
    'origin_not_allowed',
    `This key may not be used on ${origin.slice(0, 200)}. Add the origin to the key's list, or to CALL_ORIGINS.`,
  );
}

function refererOrigin(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
