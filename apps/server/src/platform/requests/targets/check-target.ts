import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../errors/api-error.ts';
import type { AppEnv } from '../app-env.ts';

/**
 * Refuses paths that do not decode to text, or hold dot segments in any spelling. Resolving those, as
 * URLs do, would take `/assistant/%2e%2e/token` for `/token`, past whatever a proxy checked by path.
 */
export function checkTarget(): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>((c, next) => {
    // As it was sent: in the request's URL dot segments are resolved already.
    const problem = findPathProblem(pathOf(c.env?.incoming?.url ?? c.req.url));
    if (problem !== null) throw new ApiError('bad_request', `The path ${problem}`);
    return next();
  });
}

/** Of a request target in origin form or absolute form. */
function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

function findPathProblem(path: string): string | null {
  const decoded = decode(path);
  if (decoded === null) return 'is not UTF-8 in percent-encoding. Encode it as a URL.';
  if (/\p{Cc}/u.test(decoded)) return 'holds a control character. Leave it out.';
  // Encoded slashes part segments for some readers, and not for others.
  if (decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..'))
    return 'holds “.” or “..”. Send it resolved.';
  return null;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
