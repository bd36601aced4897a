import { cors } from 'hono/cors';
import type { AppContext } from '../app-env.ts';

/**
 * Lets pages of listed origins call the API. Preflights carry no key, so any origin that some valid
 * public key lists may ask; the key is checked by the request itself, and no cookie is one.
 */
export function crossOrigin(isListedOrigin: (origin: string) => Promise<boolean>) {
  return cors({
    origin: async (origin: string, c: AppContext) =>
      origin !== '' && (origin === c.get('baseUrl') || (await isListedOrigin(origin)))
        ? origin
        : null,
    allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    // X-Client-ID: the published chat widget sends it.
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'X-Client-ID',
      'X-Request-Id',
    ],
    exposeHeaders: ['ETag', 'Location', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}
