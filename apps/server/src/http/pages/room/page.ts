import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../../platform/requests/app-env.ts';
import { acceptedEncoding } from '../site/accepted-encoding.ts';
import { createOriginDocuments } from '../site/origin-documents.ts';

const ROOM_PAGE = /^\/room\/[^/]+\/?$/;
const FOREVER = 'public, max-age=31536000, immutable';

/** The address of a room, which people open and other pages may embed. */
export function isRoomPage(path: string): boolean {
  return ROOM_PAGE.test(path);
}

/**
 * The call page for people who open a room's address, and its assets. Programs, which do not
 * ask for HTML, are left to the routes after it; so is everybody where the page is not built.
 */
export function roomPageRoutes(folder: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  if (!existsSync(folder)) return routes;
  const documents = createOriginDocuments(folder);
  routes.get('/room/:name', async (c, next) => {
    if (!asksForHtml(c.req.header('accept'))) return next();
    const page = await documents.find('/', c.get('baseUrl'));
    if (page === null) return next();
    const encoding = acceptedEncoding(c.req.header('accept-encoding'));
    const headers = {
      ETag: page.etag,
      'Cache-Control': 'no-cache',
      'Content-Type': page.contentType,
      // The same address is JSON for a program.
      Vary: 'Accept, Accept-Encoding',
    };
    if (c.req.header('if-none-match') === page.etag) return c.body(null, 304, headers);
    if (encoding !== 'identity') c.header('Content-Encoding', encoding);
    return c.body(await page.body(encoding), 200, headers);
  });
  routes.use('/room-assets/*', keepFound, serveStatic({ root: folder, precompressed: true }));
  return routes;
}

/** `*` is what programs say; a browser names HTML. */
function asksForHtml(accept = ''): boolean {
  return accept.toLowerCase().includes('text/html');
}

/** Assets have a hash in their names. Set after the fact: only what was found is kept. */
const keepFound = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.status < 400) c.res.headers.set('Cache-Control', FOREVER);
});
