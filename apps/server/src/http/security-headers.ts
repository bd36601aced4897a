import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // WebAssembly for sound in the page; no eval and no inline script.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=(), display-capture=()',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Puts the security headers on every answer; HSTS only where the visitor came by https. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  if (c.get('baseUrl').startsWith('https:')) {
    c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
  }
});
