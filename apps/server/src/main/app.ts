import { operations, VOICE_PROVIDERS, WORKFLOW_PROVIDERS } from '@kindling/protocol';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { serveKnownHosts } from '../http/middleware/known-hosts.ts';
import { logRequests } from '../http/middleware/log-requests.ts';
import { securityHeaders } from '../http/middleware/security-headers.ts';
import { openApiRoutes } from '../http/openapi/routes.ts';
import { roomPageRoutes } from '../http/pages/room/page.ts';
import { createReadPrivacyFacts, siteConfigRoutes } from '../http/pages/site/site-config.ts';
import { notFoundPage, staticSite } from '../http/pages/site/static-site.ts';
import { talkRoutes } from '../http/pages/talk/talk-routes.ts';
import type { Idempotency } from '../http/registrar/idempotency.ts';
import { apiRoutes } from '../http/registrar/registrar.ts';
import type { AssistantStore } from '../modules/assistants/assistant-store.ts';
import {
  LEAD_SEGMENTS,
  type LeadOptions,
  leadRestRoutes,
  leadRoutes,
} from '../modules/leads/lead-routes.ts';
import type { LogWriter } from '../modules/logs/log-port.ts';
import { invitationPage } from '../modules/orgs/invitation-page.ts';
import type { OrgInvitations } from '../modules/orgs/org-invitations.ts';
import type { ReadDataUse } from '../modules/privacy/read-data-use.ts';
import { schedulingRoutes } from '../modules/scheduling/routes.ts';
import type { SchedulingContext } from '../modules/scheduling/scheduling-context.ts';
import { createAuthenticate } from '../modules/tokens/authenticate.ts';
import type { Sessions } from '../modules/tokens/sessions.ts';
import { createAuthenticateOperator } from '../modules/tokens/site-org.ts';
import type { TokenStore } from '../modules/tokens/token-store.ts';
import type { Config } from '../platform/config/config.ts';
import type { IceServersFor } from '../platform/config/ice-servers.ts';
import type { DatabaseHealth } from '../platform/database/database-health.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { telemetryRoutes } from '../platform/metrics/routes.ts';
import type { AppContext, AppEnv } from '../platform/requests/app-env.ts';
import { checkTarget } from '../platform/requests/check-target.ts';
import { crossOrigin } from '../platform/requests/cross-origin.ts';
import { handleError } from '../platform/requests/errors.ts';
import { createKnownMethods, methodNotAllowed } from '../platform/requests/known-methods.ts';
import { limitBodies } from '../platform/requests/limit-bodies.ts';
import type { Handlers } from '../platform/requests/operation-handlers.ts';
import { createRateLimit, limitByAddress } from '../platform/requests/rate-limit.ts';
import { requestContext } from '../platform/requests/request-context.ts';
import type { Rooms } from '../rooms/signalling/room-gateway.ts';
import { roomRoutes } from '../rooms/signalling/routes.ts';

export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'host'
    | 'allowedHosts'
    | 'trustedProxies'
    | 'metricsToken'
    | 'publicUrl'
    | 'siteFolder'
    | 'roomPageFolder'
    | 'limits'
    | 'requireOrigin'
    | 'callOrigins'
    | 'roomContentOrigins'
    | 'hostedLeads'
    | 'scheduling'
    | 'roomMedia'
  >;
  readonly log: Logger;
  /** Where an organisation reads what its keys did. */
  readonly logs: LogWriter;
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly tokens: TokenStore;
  readonly sessions: Sessions;
  readonly invitations: Pick<OrgInvitations, 'find' | 'accept'>;
  readonly assistants: AssistantStore;
  readonly readDataUse: ReadDataUse;
  readonly rooms: Rooms;
  readonly iceServers: IceServersFor;
  /** Where signed links to recordings lead. */
  readonly recordingFiles: Hono<AppEnv>;
  /** What voices of this machine sound like. */
  readonly voiceSamples: Hono<AppEnv>;
  readonly leads: Pick<LeadOptions, 'db' | 'mail'>;
  readonly scheduling: SchedulingContext;
  readonly handlers: Handlers;
  readonly idempotency: Idempotency;
  /** Where files that are sent lie until their request is over. */
  readonly uploadFolder: string;
  readonly isReady: () => boolean;
  /** Asked for readiness. */
  readonly database: DatabaseHealth;
}

/** First segments of API paths: under these, what is unknown is answered as JSON. */
const API_SEGMENTS: ReadonlySet<string> = new Set([
  'room',
  // Whose operations' paths begin with them as a parameter.
  ...WORKFLOW_PROVIDERS,
  ...VOICE_PROVIDERS,
  ...LEAD_SEGMENTS,
  ...Object.values(operations)
    .map((operation) => operation.path.split('/')[1] ?? '')
    .filter((segment) => !segment.startsWith('{')),
]);

/** Everything that answers HTTP, wired; opens nothing and holds nothing. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { config, tokens } = options;
  const app = new Hono<AppEnv>();
  app.use(...requestContext({ ...options, ...config }), securityHeaders(config));
  app.use(checkTarget(), serveKnownHosts(config));
  app.use(logRequests(options.logs, options.now));
  app.route('/', telemetryRoutes({ ...options, ...config }));

  const requestLimit = limitByAddress(createRateLimit(config.limits.requestsPerMinutePerIp));
  const leads = { ...options.leads, tokens, config };
  app.route('/', leadRestRoutes(leads, requestLimit));
  const listed = async (origin: string) =>
    config.callOrigins.includes(origin) || tokens.isListedOrigin(origin);
  const fromPages = crossOrigin(listed);
  for (const segment of API_SEGMENTS) app.use(`/${segment}/*`, requestLimit, fromPages);
  app.use(limitBodies());

  const authenticate = createAuthenticate({ tokens, sessions: options.sessions, ...config });
  const operator = createAuthenticateOperator(leads.db, authenticate);
  const { handlers, idempotency, uploadFolder } = options;
  app.route('/', apiRoutes({ handlers, idempotency, uploadFolder, authenticate }));
  app.route('/', openApiRoutes(manifest.version));
  app.route('/', invitationPage(options.invitations, requestLimit));
  app.route('/', leadRoutes(leads, operator));
  app.route(
    '/',
    schedulingRoutes({
      authenticate: operator,
      scheduling: options.scheduling,
      limitReads: requestLimit,
      limitForms: limitByAddress(createRateLimit(config.limits.formsPerMinutePerIp)),
    }),
  );
  app.route('/', options.recordingFiles);
  app.route('/', options.voiceSamples);
  app.route('/', roomPageRoutes(config.roomPageFolder));
  app.route('/', roomRoutes(options.rooms, options.iceServers));
  app.route('/', siteConfigRoutes(options));
  app.route('/', talkRoutes({ ...options, authenticate }, requestLimit));
  app.route('/', staticSite(config.siteFolder, createReadPrivacyFacts(options)));
  const knownMethods = createKnownMethods(
    // Middleware and static files say nothing of a single path; one that begins with a parameter fits any.
    app.routes.filter(
      ({ method, path }) => method !== 'ALL' && !path.includes('*') && !path.startsWith('/:'),
    ),
  );
  app.notFound((c) => answerUnknown(c, config.siteFolder, knownMethods(c.req.path)));
  app.onError(handleError);
  return app;
}

/** A page for people, JSON for programs. */
function answerUnknown(
  c: AppContext,
  siteFolder: string,
  methods: readonly string[],
): Promise<Response> {
  if (methods.length > 0 && !methods.includes(c.req.method))
    throw methodNotAllowed(c.req.path, methods);
  const segment = c.req.path.split('/')[1] ?? '';
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const asksAsProgram = c.req.header('authorization') !== undefined;
  if (isRead && !asksAsProgram && !API_SEGMENTS.has(segment)) return notFoundPage(c, siteFolder);
  throw new ApiError(
    'not_found',
    `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}.`,
  );
}
