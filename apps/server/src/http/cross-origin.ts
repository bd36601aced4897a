import { cors } from 'hono/cors';
import type { AppContext } from './app-env.ts';

/**
 * Lets pages of listed origins call the operations a page needs. Preflights carry no key,
 * so any origin that some valid public key lists may ask; the key is checked by the request itself.
 */
export function crossOrigin(
  isListedOrigin: (origin: string) => Promise<boolean>,
  allowMethods: string[],
) {
  return cors({
    origin: async (origin: string, c: AppContext) =>
      origin !== '' && (origin === c.get('baseUrl') || (await isListedOrigin(origin)))
        ? origin
        : null,
    allowMethods,
    allowHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
    exposeHeaders: ['Location', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}
