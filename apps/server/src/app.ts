import { operations } from '@kindling/protocol';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import type { AssistantStore } from './api/assistant/assistant-store.ts';
import { apiRoutes, type Handlers } from './api/registrar.ts';
import type { LiveCalls } from './calls/live-calls.ts';
import type { Config } from './config.ts';
import { ApiError } from './http/api-error.ts';
import type { AppContext, AppEnv } from './http/app-env.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { handleError } from './http/errors.ts';
import { createRateLimit, limitByAddress } from './http/rate-limit.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import {
  LEAD_SEGMENTS,
  type LeadOptions,
  leadRestRoutes,
  leadRoutes,
} from './leads/lead-routes.ts';
import { roomRoutes } from './rooms/routes.ts';
import { schedulingRoutes } from './scheduling/routes.ts';
import type { SchedulingContext } from './scheduling/scheduling-context.ts';
import { siteConfigRoutes } from './site/site-config.ts';
import { notFoundPage, staticSite } from './site/static-site.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { telemetryRoutes } from './telemetry/routes.ts';
import { createAuthenticate } from './tokens/authenticate.ts';
import type { TokenStore } from './tokens/token-store.ts';

const BODY_LIMIT_BYTES = 256 * 1_024;

export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'trustedProxies'
    | 'publicUrl'
    | 'siteFolder'
    | 'limits'
    | 'requireOrigin'
    | 'hostedLeads'
    | 'scheduling'
  >;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tokens: TokenStore;
  readonly assistants: AssistantStore;
  readonly live: LiveCalls;
  readonly leads: Pick<LeadOptions, 'db' | 'mail'>;
  readonly scheduling: SchedulingContext;
  readonly handlers: Handlers;
  readonly isReady: () => boolean;
}

/** First segments of API paths: under these, what is unknown is answered as JSON. */
const API_SEGMENTS: ReadonlySet<string> = new Set([
  'room',
  ...LEAD_SEGMENTS,
  ...Object.values(operations).map((operation) => operation.path.split('/')[1] ?? ''),
]);

/** Everything that answers HTTP, wired; opens nothing and holds nothing. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { config, tokens, live } = options;
  const app = new Hono<AppEnv>();
  app.use(...requestContext({ ...options, ...config }), securityHeaders(config));
  app.route('/', telemetryRoutes(options.metrics, options.isReady));

  const requestLimit = limitByAddress(createRateLimit(config.limits.requestsPerMinutePerIp));
  const leads = { ...options.leads, tokens, config };
  app.route('/', leadRestRoutes(leads, requestLimit));
  const listed = (origin: string) => tokens.isListedOrigin(origin);
  for (const segment of API_SEGMENTS) app.use(`/${segment}/*`, requestLimit);
  app.use('/call/web', crossOrigin(listed, ['POST']));
  app.use('/room/*', crossOrigin(listed, ['POST', 'PATCH', 'DELETE']));
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: refuseBody }));

  const authenticate = createAuthenticate({ tokens, ...config });
  app.route('/', apiRoutes(options.handlers, authenticate));
  app.route('/', leadRoutes(leads, authenticate));
  app.route(
    '/',
    schedulingRoutes({
      ...{ authenticate, scheduling: options.scheduling, limitReads: requestLimit },
      limitForms: limitByAddress(createRateLimit(config.limits.formsPerMinutePerIp)),
    }),
  );
  app.route('/', roomRoutes(live));
  app.route('/', siteConfigRoutes(options));
  app.route('/', staticSite(config.siteFolder));
  app.notFound((c) => answerUnknown(c, config.siteFolder));
  app.onError(handleError);
  return app;
}

function refuseBody(): never {
  throw new ApiError('body_too_large', `The body may have at most ${BODY_LIMIT_BYTES} bytes.`, {
    // The rest of the body is not read: the connection cannot carry another request.
    headers: { Connection: 'close' },
  });
}

/** A page for people, JSON for programs. */
function answerUnknown(c: AppContext, siteFolder: string): Promise<Response> {
  const segment = c.req.path.split('/')[1] ?? '';
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const asksAsProgram = c.req.header('authorization') !== undefined;
  if (isRead && !asksAsProgram && !API_SEGMENTS.has(segment)) return notFoundPage(c, siteFolder);
  throw new ApiError(
    'not_found',
    `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}.`,
  );
}
