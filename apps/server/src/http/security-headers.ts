import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { createContentSecurityPolicy, type PolicyConfig } from './content-security-policy.ts';

const HEADERS = {
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=(), display-capture=()',
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
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    if (c.get('baseUrl').startsWith('https:')) {
      c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
    }
  });
}
