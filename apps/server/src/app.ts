import { operations, VOICE_PROVIDERS, WORKFLOW_PROVIDERS } from '@kindling/protocol';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import type { AssistantStore } from './api/assistant/assistant-store.ts';
import { openApiRoutes } from './api/openapi/routes.ts';
import { invitationPage } from './api/org/invitation-page.ts';
import type { OrgInvitations } from './api/org/org-invitations.ts';
import { apiRoutes, type Handlers } from './api/registrar.ts';
import type { Repetitions } from './api/repetitions.ts';
import type { Config } from './config.ts';
import { ApiError } from './http/api-error.ts';
import type { AppContext, AppEnv } from './http/app-env.ts';
import { checkTarget } from './http/check-target.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { handleError } from './http/errors.ts';
import { serveKnownHosts } from './http/known-hosts.ts';
import { createKnownMethods, methodNotAllowed } from './http/known-methods.ts';
import { limitBodies } from './http/limit-bodies.ts';
import { logRequests } from './http/log-requests.ts';
import { createRateLimit, limitByAddress } from './http/rate-limit.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import {
  LEAD_SEGMENTS,
  type LeadOptions,
  leadRestRoutes,
  leadRoutes,
} from './leads/lead-routes.ts';
import type { LogWriter } from './logs/log-port.ts';
import type { ReadDataUse } from './privacy/read-data-use.ts';
import type { IceServersFor } from './rooms/ice-servers.ts';
import { roomPageRoutes } from './rooms/page.ts';
import type { Rooms } from './rooms/room-door.ts';
import { roomRoutes } from './rooms/routes.ts';
import { schedulingRoutes } from './scheduling/routes.ts';
import type { SchedulingContext } from './scheduling/scheduling-context.ts';
import { createReadPrivacyFacts, siteConfigRoutes } from './site/site-config.ts';
import { notFoundPage, staticSite } from './site/static-site.ts';
import type { DatabaseHealth } from './storage/database-health.ts';
import { talkRoutes } from './talk/talk-routes.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { telemetryRoutes } from './telemetry/routes.ts';
import { createAuthenticate } from './tokens/authenticate.ts';
import type { Sessions } from './tokens/sessions.ts';
import { createAuthenticateOperator } from './tokens/site-org.ts';
import type { TokenStore } from './tokens/token-store.ts';

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
  readonly repetitions: Repetitions;
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
  const { handlers, repetitions, uploadFolder } = options;
  app.route('/', apiRoutes({ handlers, repetitions, uploadFolder, authenticate }));
  app.route('/', openApiRoutes(manifest.version));
  app.route('/', invitationPage(options.invitations, requestLimit));
  app.route('/', leadRoutes(leads, operator));
  app.route(
    '/',
    schedulingRoutes({
      ...{ authenticate: operator, scheduling: options.scheduling, limitReads: requestLimit },
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
