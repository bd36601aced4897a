import { ApiError } from '../http/api-error.ts';
import type { AppContext } from '../http/app-env.ts';
import type { Token } from './token-store.ts';

/**
 * A public key works on pages of this server and of the origins it lists. A request that
 * names neither Origin nor a Referer comes from no page; it is refused unless REQUIRE_ORIGIN
 * is false. This keeps other sites from using the key, not programs: those are held by the
 * rate and concurrency limits.
 */
export function checkOrigin(c: AppContext, token: Token, requireOrigin: boolean): void {
  const origin = c.req.header('origin') ?? refererOrigin(c.req.header('referer'));
  if (origin === undefined) {
    if (!requireOrigin) return;
    throw new ApiError(
      'origin_not_allowed',
      'A public key works in a page only: no Origin was sent.',
    );
  }
  if (origin === c.get('baseUrl') || token.allowedOrigins.includes(origin)) return;
  throw new ApiError(
    'origin_not_allowed',
    `This key may not be used on ${origin.slice(0, 200)}. Add the origin to the key's list.`,
  );
}

function refererOrigin(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
