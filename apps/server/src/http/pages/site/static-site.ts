import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { builtPagePath } from '../../../modules/scheduling/pages.ts';
import type { AppContext, AppEnv } from '../../../platform/requests/app-env.ts';
import { methodNotAllowed } from '../../../platform/requests/targets/known-methods.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { createOriginDocuments } from './origin-documents.ts';
import type { ReadPrivacyFacts } from './privacy-facts.ts';

/** Names with a hash in them never change what they hold. */
const HASHED = /[.-][\w-]{8,}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const COMPRESS_FROM_BYTES = 1_024;

/** Serves the built site: prerendered pages, hashed assets, compressed where the client takes it. */
export function staticSite(folder: string, readFacts: ReadPrivacyFacts): Hono<AppEnv> {
  const site = new Hono<AppEnv>();
  // serveStatic warns on the console about a folder that is missing; the 404 page says it better.
  if (!existsSync(folder)) return site;
  site.use(cacheFound, compress({ threshold: COMPRESS_FROM_BYTES }), etag());
  site.use(serveDocuments(folder, readFacts));
  site.use(serveStatic({ root: folder, precompressed: true }));
  return site;
}

/** Pages and small files, in which the build left a placeholder where the deployment's origin belongs. */
function serveDocuments(folder: string, readFacts: ReadPrivacyFacts): MiddlewareHandler<AppEnv> {
  const documents = createOriginDocuments(folder, readFacts);
  return createMiddleware<AppEnv>(async (c, next) => {
    const found = await documents.find(builtPagePath(c.req.path), c.get('baseUrl'));
    if (found === null) return next();
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      throw methodNotAllowed(c.req.path, ['GET']);
    const encoding = acceptedEncoding(c.req.header('accept-encoding'));
    const body = await found.body(encoding);
    c.header('Content-Type', found.contentType);
    c.header('Content-Length', String(body.length));
    c.header('ETag', found.etag);
    c.header('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') c.header('Content-Encoding', encoding);
    return c.body(body);
  });
}

/** Set after the fact: what serveStatic's own hook sets comes too late for its answer. */
const cacheFound = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.status < 400) c.res.headers.set('Cache-Control', cacheControl(c.req.path));
});

function cacheControl(path: string): string {
  return path.startsWith('/assets/') && HASHED.test(path) ? FOREVER : REVALIDATE;
}

/** The site's own not-found page, with status 404. */
export async function notFoundPage(c: AppContext, folder: string): Promise<Response> {
  const page = await readFile(join(folder, '404.html'), 'utf8').catch(() => null);
  c.header('Cache-Control', REVALIDATE);
  if (page !== null) return c.html(page, 404);
  return c.text(
    '404: this page does not exist, or the site has not been built (npm run build).',
    404,
  );
}
