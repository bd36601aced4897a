import { ERROR_STATUS, inviteAcceptSchema } from '@kindling/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import { ApiError } from '../../platform/errors/api-error.ts';
import { oneLine } from '../../platform/mail/one-line.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { invitationCss } from './invitation-css.ts';
import { invitationHtml } from './invitation-html.ts';
import { type OrgInvitations, unknownCode } from './org-invitations.ts';

const PAGE = '/invitation';
const STYLE = '/invitation/style.css';
const NAME_MAX_CHARACTERS = 100;

/**
 * Where the link in an invitation leads: a page with a button, because programs that look at mail
 * open every link in it. The button accepts, and the key is shown once.
 */
export function invitationPage(
  { find, accept }: Pick<OrgInvitations, 'find' | 'accept'>,
  limit: MiddlewareHandler<AppEnv>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(PAGE, limit);
  routes.get(STYLE, (c) => c.body(invitationCss, 200, { 'Content-Type': 'text/css' }));
  routes.get(PAGE, async (c) => {
    c.header('Cache-Control', 'no-store');
    const code = c.req.query('code') ?? '';
    const parsed = inviteAcceptSchema.safeParse({ code });
    if (!parsed.success) return refuse(c, refusal());
    const invitation = await find(code);
    if (invitation === null) return refuse(c, unknownCode());
    return c.html(invitationHtml({ state: 'asking', code, invitation, style: STYLE }));
  });
  routes.post(PAGE, async (c) => {
    c.header('Cache-Control', 'no-store');
    const form = await c.req.parseBody().catch(() => null);
    if (form === null) return refuse(c, refusal());
    const { code, fullName } = form;
    const name = readName(fullName);
    const parsed = inviteAcceptSchema.safeParse({
      code,
      ...(name === '' ? {} : { fullName: name }),
    });
    if (!parsed.success) return refuse(c, refusal());
    try {
      const accepted = await accept(parsed.data);
      const baseUrl = c.get('baseUrl');
      return c.html(invitationHtml({ state: 'accepted', accepted, baseUrl, style: STYLE }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refuse(c, error);
    }
  });
  return routes;
}

/** Without what a line of text cannot hold; an odd name is no reason to lose an invitation. */
function readName(given: unknown): string {
  if (typeof given !== 'string') return '';
  return oneLine(given).slice(0, NAME_MAX_CHARACTERS).toWellFormed();
}

function refuse(c: AppContext, { code, message }: ApiError) {
  const page = invitationHtml({ state: 'refused', message, style: STYLE });
  return c.html(page, ERROR_STATUS[code]);
}

function refusal(): ApiError {
  return new ApiError('bad_request', 'The link is not whole. Open it from the mail again.');
}
