import { randomUUID } from 'node:crypto';
import { contactRequestSchema } from '@kindling/protocol/contact-form';
import { Hono } from 'hono';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../../platform/requests/app-env.ts';
import { readJson } from '../../../platform/requests/bodies/read-json.ts';
import { limitByAddress, type RateLimit } from '../../../platform/requests/visitors/rate-limit.ts';
import type { ContactRequestStore } from './contact-request-store.ts';

export interface ContactRequestOptions {
  readonly store: ContactRequestStore;
  readonly formLimit: RateLimit;
  readonly requireOrigin: boolean;
}

export const CONTACT_REQUESTS_PATH = '/contact-requests';

/** `POST /contact-requests`: the contact form of this server's own pages. 201 means that it is stored. */
export function contactRequestRoutes(options: ContactRequestOptions): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post(CONTACT_REQUESTS_PATH, limitByAddress(options.formLimit), (c) => create(c, options))
    .all(CONTACT_REQUESTS_PATH, () => {
      throw new ApiError('method_not_allowed', 'This address takes POST.', {
        headers: { Allow: 'POST' },
      });
    });
}

async function create(c: AppContext, options: ContactRequestOptions): Promise<Response> {
  checkOwnPage(c, options.requireOrigin);
  const { website = '', ...form } = await readJson(c, contactRequestSchema);
  // A field that people never see: who fills it is a program, and learns nothing.
  const isProgram = website.trim() !== '';
  const id = isProgram ? randomUUID() : await options.store.create(form);
  c.get('log').info(isProgram ? 'contact request of a program dropped' : 'contact request stored');
  return c.json({ id }, 201, { 'Cache-Control': 'no-store' });
}

/** There is no key here, so other sites' pages are kept out by the origin that browsers send. */
function checkOwnPage(c: AppContext, requireOrigin: boolean): void {
  const origin = c.req.header('origin');
  if (origin === c.get('baseUrl') || (origin === undefined && !requireOrigin)) return;
  throw new ApiError(
    'origin_not_allowed',
    origin === undefined
      ? 'This form works on its own page only: no Origin was sent.'
      : `This form may not be sent from ${origin.slice(0, 200)}.`,
  );
}
