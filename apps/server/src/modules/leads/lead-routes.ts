import { Hono, type MiddlewareHandler } from 'hono';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import type { CreateSharedLimit } from '../../platform/requests/visitors/rate-limit.ts';
import type { AuthenticateOperator } from '../tokens/site-org.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { createContactRequestStore } from './contact/contact-request-store.ts';
import { contactRequestRoutes } from './contact/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { createAnonymousStore } from './postgrest/anonymous-store.ts';
import { restRoutes } from './postgrest/routes.ts';

export interface LeadOptions {
  readonly db: Database;
  readonly mail: MailQueue;
  readonly tokens: TokenStore;
  readonly config: Pick<Config, 'limits' | 'requireOrigin'>;
  readonly sharedLimit: CreateSharedLimit;
}

/** First segments of the paths below. */
export const LEAD_SEGMENTS = ['rest', 'leads', 'contact-requests'] as const;

/** `/rest/v1/`: mounted before what limits bodies and answers in the API's own error shape. */
export function leadRestRoutes(
  { db, tokens, config, sharedLimit }: LeadOptions,
  requestLimit: MiddlewareHandler<AppEnv>,
): Hono<AppEnv> {
  return restRoutes({
    tokens,
    requestLimit,
    requireOrigin: config.requireOrigin,
    store: createAnonymousStore(db),
    rowLimit: sharedLimit('lead-row', config.limits.formsPerMinutePerIp),
  });
}

/** Contact requests, and what an operator exports. */
export function leadRoutes(
  { db, mail, config, sharedLimit }: LeadOptions,
  authenticate: AuthenticateOperator,
): Hono<AppEnv> {
  return new Hono<AppEnv>().route('/', exportRoutes({ db, authenticate })).route(
    '/',
    contactRequestRoutes({
      store: createContactRequestStore(db, mail),
      formLimit: sharedLimit('contact', config.limits.formsPerMinutePerIp),
      requireOrigin: config.requireOrigin,
    }),
  );
}
