import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import { createOpenApi } from './create-openapi.ts';
import { REFERENCE_CSS } from './reference-css.ts';
import { REFERENCE_JS } from './reference-js.ts';
import { referencePage } from './reference-page.ts';

/** `/openapi.json` and `/docs`: the table of operations for programs and for people. */
export function openApiRoutes(version: string): Hono<AppEnv> {
  const make = async () => {
    const document = createOpenApi(version);
    return { json: JSON.stringify(document), page: String(await referencePage(document)) };
  };
  // Built on the first request: it takes a moment, and most servers never need it.
  let made: ReturnType<typeof make> | null = null;
  const documents = () => {
    made ??= make();
    return made;
  };
  const routes = new Hono<AppEnv>();
  routes.use('/openapi.json', compress(), etag());
  routes.use('/docs/*', compress(), etag());
  return routes
    .get('/openapi.json', async (c) =>
      c.body((await documents()).json, 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Access-Control-Allow-Origin': '*',
      }),
    )
    .get('/docs', async (c) =>
      c.html((await documents()).page, 200, { 'Cache-Control': 'no-cache' }),
    )
    .get('/docs/reference.css', (c) => c.body(REFERENCE_CSS, 200, asIs('text/css')))
    .get('/docs/reference.js', (c) => c.body(REFERENCE_JS, 200, asIs('text/javascript')));
}

function asIs(type: string) {
  return { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' };
}
