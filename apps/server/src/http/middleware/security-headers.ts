import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import { isRoomPage } from '../pages/room/page.ts';
import { createContentSecurityPolicy, type PolicyConfig } from './content-security-policy.ts';

const PERMISSIONS = 'microphone=(self), camera=(), geolocation=(), display-capture=()';
/** An integration in a frame gets them only where its `allow` says so. */
const ROOM_PERMISSIONS = 'microphone=*, camera=*, geolocation=(), display-capture=*';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Puts the security headers on every answer; HSTS only where the visitor came by https. */
export function securityHeaders(config: PolicyConfig) {
  const policyOf = createContentSecurityPolicy(config);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    c.res.headers.set('Content-Security-Policy', policyOf(c.req.path));
    const permissions = isRoomPage(c.req.path) ? ROOM_PERMISSIONS : PERMISSIONS;
    c.res.headers.set('Permissions-Policy', permissions);
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    if (c.get('baseUrl').startsWith('https:')) {
      c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
    }
  });
}
