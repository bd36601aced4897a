import { operations, VOICE_PROVIDERS, WORKFLOW_PROVIDERS } from '@kindling/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import manifest from '../../package.json' with { type: 'json' };
import { mcpRoutes } from '../http/mcp/mcp-routes.ts';
import { createReadForwarded, forwardToOwner } from '../http/middleware/forward-to-owner.ts';
import { serveKnownHosts } from '../http/middleware/known-hosts.ts';
import { logRequests } from '../http/middleware/log-requests.ts';
import { securityHeaders } from '../http/middleware/security-headers.ts';
import { openApiRoutes } from '../http/openapi/routes.ts';
import { roomPageRoutes } from '../http/pages/room/page.ts';
import { createReadPrivacyFacts, siteConfigRoutes } from '../http/pages/site/site-config.ts';
import { notFoundPage, staticSite } from '../http/pages/site/static-site.ts';
import { talkRoutes } from '../http/pages/talk/talk-routes.ts';
import { NOT_BUILT, notBuiltRoutes } from '../http/registrar/not-built.ts';
import { type ApiRoutesOptions, apiRoutes } from '../http/registrar/registrar.ts';
import { createAssistantStore } from '../modules/assistants/assistant-store.ts';
import { controlRoute } from '../modules/calls/monitor/control-route.ts';
import { uploadFolder } from '../modules/files/upload-folder.ts';
import { LEAD_SEGMENTS, leadRestRoutes, leadRoutes } from '../modules/leads/lead-routes.ts';
import { invitationPage } from '../modules/orgs/invitation-page.ts';
import { createOrgInvitations } from '../modules/orgs/org-invitations.ts';
import { createReadDataUse } from '../modules/privacy/read-data-use.ts';
import { createWhoHears } from '../modules/privacy/who-hears.ts';
import { schedulingRoutes } from '../modules/scheduling/routes.ts';
import { createSchedulingContext } from '../modules/scheduling/scheduling-context.ts';
import { type Authenticate, createAuthenticate } from '../modules/tokens/authenticate.ts';
import { createAuthenticateOperator } from '../modules/tokens/site-org.ts';
import { voiceSampleRoutes } from '../modules/voice-library/sample-routes.ts';
import { createNodeRequests } from '../platform/cluster/node-requests.ts';
import { isMember } from '../platform/cluster/nodes.ts';
import { createIceServers } from '../platform/config/ice-servers.ts';
import { createDatabaseHealth } from '../platform/database/database-health.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { telemetryRoutes } from '../platform/metrics/routes.ts';
import type { AppContext, AppEnv } from '../platform/requests/app-env.ts';
import { limitBodies } from '../platform/requests/bodies/limit-bodies.ts';
import { handleError } from '../platform/requests/errors.ts';
import { requestContext } from '../platform/requests/request-context.ts';
import { checkTarget } from '../platform/requests/targets/check-target.ts';
import { crossOrigin } from '../platform/requests/targets/cross-origin.ts';
import {
  createKnownMethods,
  methodNotAllowed,
} from '../platform/requests/targets/known-methods.ts';
import { createRateLimit, limitByAddress } from '../platform/requests/visitors/rate-limit.ts';
import { roomRoutes } from '../rooms/signalling/routes.ts';
import { reachesRoute } from './ask-reaches.ts';
import { takeRoute } from './ask-to-take.ts';
import { createFindOwner } from './find-owner.ts';
import type { ServerContext } from './server-context.ts';

/** First segments of API paths: under these, what is unknown is answered as JSON. */
const API_SEGMENTS: ReadonlySet<string> = new Set([
  'room',
  // Whose operations' paths begin with them as a parameter.
  ...WORKFLOW_PROVIDERS,
  ...VOICE_PROVIDERS,
  ...LEAD_SEGMENTS,
  ...Object.keys(NOT_BUILT).map((path) => path.split('/')[1] ?? ''),
  ...Object.values(operations)
    .map((operation) => operation.path.split('/')[1] ?? '')
    .filter((segment) => !segment.startsWith('{')),
]);

/** Everything that answers HTTP, wired; opens nothing and holds nothing. */
export function createApp(
  context: ServerContext,
  api: Pick<ApiRoutesOptions, 'handlers' | 'idempotency'>,
): Hono<AppEnv> {
  const { config, log, metrics, clock, db, nodes, tokens, sessions, speech } = context;
  const app = new Hono<AppEnv>();
  const requests = createNodeRequests(context.secrets.session, () => clock.now());
  const readForwarded = createReadForwarded(nodes, requests);
  app.use(...requestContext({ ...config, log, metrics, readForwarded }), securityHeaders(config));
  app.use(checkTarget(), serveKnownHosts(config));
  app.use(logRequests(context.logs, () => clock.now()));
  app.route(
    '/',
    telemetryRoutes({
      ...config,
      metrics,
      isReady: () =>
        speech() !== null && !context.isDraining() && !context.isClosing() && isMember(nodes),
      database: createDatabaseHealth(db, clock),
      media: context.callMedia.health,
    }),
  );

  app.route('/', reachesRoute(nodes, requests));
  app.route(
    '/',
    takeRoute(nodes, requests, { call: context.takeCall, meeting: context.takeMeetings.take }),
  );
  const limitReads = limitByAddress(createRateLimit(config.limits.requestsPerMinutePerIp));
  app.route('/', leadRestRoutes(context, limitReads));
  const listed = async (origin: string) =>
    config.callOrigins.includes(origin) || tokens.isListedOrigin(origin);
  const fromPages = crossOrigin(listed);
  for (const segment of API_SEGMENTS) app.use(`/${segment}/*`, limitReads, fromPages);
  app.use(limitBodies());
  const findOwner = createFindOwner(context);
  const forward = forwardToOwner({ nodes, requests, findOwner });
  for (const segment of ['room', 'call']) app.use(`/${segment}/*`, forward);

  const authenticate = createAuthenticate({ ...config, tokens, sessions });
  // Before the operations: a word in the place of an id is no id.
  app.route('/', notBuiltRoutes());
  app.route(
    '/',
    apiRoutes({
      ...api,
      authenticate,
      uploadFolder: uploadFolder(context.folders.blobs),
    }),
  );
  app.route('/', openApiRoutes(manifest.version));
  app.route(
    '/',
    mcpRoutes({
      version: manifest.version,
      authenticate,
      limitReads,
      answer: (request, c) => app.fetch(request, c.env),
    }),
  );
  routeServices(app, context, { authenticate, limitReads });
  routePages(app, context, { authenticate, limitReads });
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

interface Guards {
  readonly authenticate: Authenticate;
  readonly limitReads: MiddlewareHandler<AppEnv>;
}

/** What answers beside the operations: leads, scheduling, downloads, rooms. */
function routeServices(
  app: Hono<AppEnv>,
  context: ServerContext,
  { authenticate, limitReads }: Guards,
): void {
  const { config, clock, db } = context;
  const now = () => clock.now();
  const operator = createAuthenticateOperator(db, authenticate);
  const invitations = createOrgInvitations({ db, mail: context.mail, now });
  app.route('/', invitationPage(invitations, limitReads));
  app.route('/', leadRoutes(context, operator));
  app.route(
    '/',
    schedulingRoutes({
      limitReads,
      authenticate: operator,
      scheduling: createSchedulingContext(context),
      limitForms: limitByAddress(
        context.sharedLimit('scheduling', config.limits.formsPerMinutePerIp),
      ),
    }),
  );
  app.route('/', controlRoute(context.monitorLinks, context.live));
  app.route('/', context.recordings.routes);
  app.route('/', voiceSampleRoutes(context.speech, context.installedModels.voices));
  app.route('/', roomPageRoutes(config.roomPageFolder));
  app.route('/', roomRoutes(context.rooms, createIceServers(config.ice, now)));
}

/** The pages of the site, last: they answer what nobody else does. */
function routePages(
  app: Hono<AppEnv>,
  context: ServerContext,
  { authenticate, limitReads }: Guards,
): void {
  const { config, db, retention, tokens } = context;
  const assistants = createAssistantStore(db);
  const whoHears = createWhoHears({ db, llm: config.llm, traces: config.traces });
  const readDataUse = createReadDataUse({ config, retention, whoHears });
  const site = { config, tokens, assistants, readDataUse };
  app.route('/', siteConfigRoutes(site));
  app.route('/', talkRoutes({ authenticate, assistants, readDataUse }, limitReads));
  app.route('/', staticSite(config.siteFolder, createReadPrivacyFacts(site)));
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
