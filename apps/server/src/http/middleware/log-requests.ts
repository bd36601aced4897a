import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { LogEntry, LogWriter } from '../../modules/logs/log-port.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';

/** The things whose id in a path is what a log is searched by. */
const NAMED_IN_PATH: Readonly<Record<string, keyof LogEntry>> = {
  call: 'callId',
  assistant: 'assistantId',
  squad: 'squadId',
  'phone-number': 'phoneNumberId',
};

/** Reads that are answered with words of calls, chats or sessions, or with recordings. */
const TELLS_WORDS =
  /^\/(?:v2\/)?(?:call(?!\/metadata|\/[^/]+\/call-logs$)|chat|session|recordings?)(?:\/|$)/;
/** Says whom it is about in its body, so that no address of theirs is in a log: it is a POST. */
const EXPORT = '/person/export';

/**
 * Keeps, in the log of the organisation whose key was sent, every request that changed something or
 * was refused, and every request that was answered with what people said, once however many rows it
 * had. Other reads that went well are not kept: they would drown the rest. Bodies, headers and
 * keys never are, nor is the address that a request with a public key came from.
 */
export function logRequests(logs: LogWriter, now: () => number): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    const token = c.get('token');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const wentWell = isRead && c.res.status < 400;
    const tellsWords =
      c.res.status < 400 && (isRead ? TELLS_WORDS.test(c.req.path) : c.req.path === EXPORT);
    if (token === undefined || (wentWell && !tellsWords)) return;
    logs.write({
      ...describePath(c.req.path),
      ...describeOrigin(c),
      orgId: token.orgId,
      type: 'API',
      time: now(),
      requestDurationSeconds: Math.round(performance.now() - startedAt) / 1_000,
      requestMethod: c.req.method,
      requestPath: c.req.path,
      requestHttpCode: c.res.status,
      // A public key is in the hands of visitors, and theirs are kept nowhere.
      ...(token.kind === 'private' && { requestIpAddress: c.get('clientAddress') }),
      ...(c.error !== undefined && { error: describeFault(c.error) }),
      ...(tellsWords && { message: 'What was said was read.' }),
      body: { requestId: c.get('requestId'), tokenId: token.id },
    });
  });
}

/** The words of a refusal; those of any other fault may hold what the request held. */
function describeFault(error: Error): string {
  return error instanceof ApiError ? error.message : 'Something went wrong on the server.';
}

function describePath(path: string): Partial<LogEntry> {
  const [resource = '', id = ''] = path
    .replace(/^\/v2(?=\/)/, '')
    .split('/')
    .slice(1);
  const named = NAMED_IN_PATH[resource];
  return { resource, ...(named !== undefined && id !== '' && { [named]: id }) };
}

function describeOrigin(c: AppContext): Partial<LogEntry> {
  const origin = c.req.header('origin');
  const query = new URL(c.req.url).search.slice(1);
  return {
    ...(origin !== undefined && { requestOrigin: origin }),
    ...(query !== '' && { requestQuery: query }),
  };
}
