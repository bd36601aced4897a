import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { AppContext, AppEnv } from '../../../platform/requests/app-env.ts';
import type { RateLimit } from '../../../platform/requests/visitors/rate-limit.ts';
import type { TokenStore } from '../../tokens/token-store.ts';
import type { AnonymousStore, Insertion } from './anonymous-store.ts';
import { checkGatewayKey } from './gateway-key.ts';
import { type Preferences, readPrefer } from './read-prefer.ts';
import { readRows } from './read-rows.ts';
import { answerRestError, RestError } from './rest-error.ts';
import { checkColumns, checkTable, REST_BASE, tableColumns } from './table.ts';

export interface RestOptions {
  readonly store: AnonymousStore;
  readonly tokens: Pick<TokenStore, 'findByKey' | 'isListedOrigin'>;
  readonly requireOrigin: boolean;
  /** Counts rows, by address. */
  readonly rowLimit: RateLimit;
  /** What every request passes, preflights too. */
  readonly requestLimit: MiddlewareHandler<AppEnv>;
}

const BODY_LIMIT_BYTES = 64 * 1_024;
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'];
/** The honeypot, a field that people never see and never fill: only programs do. */
const HONEYPOT_HEADER = 'x-kindling-website';

/**
 * `POST /rest/v1/subscriptions`, as a hosted PostgREST (Supabase) answers it for a table into which
 * the anonymous role may only insert. Answers everything under `/rest/v1/`, always with a body when
 * it refuses: clients take a 404 without one for success.
 */
export function restRoutes(options: RestOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>().basePath(REST_BASE);
  app.onError(answerRestError);
  app.use(options.requestLimit, letListedOriginsIn(options.tokens));
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: rejectBody }));
  return app.all('*', (c) => answer(c, options));
}

/** Preflights carry no key: any origin that a valid public key lists may ask. */
function letListedOriginsIn(tokens: RestOptions['tokens']) {
  return cors({
    origin: async (origin: string, c: AppContext) =>
      origin === c.get('baseUrl') || (await tokens.isListedOrigin(origin)) ? origin : null,
    allowMethods: METHODS,
    // None named: the ones that are asked for, as PostgREST does.
    allowHeaders: [],
    exposeHeaders: [
      'Content-Range',
      'Location',
      'Preference-Applied',
      'Proxy-Status',
      'Retry-After',
    ],
    maxAge: 86_400,
  });
}

async function answer(c: AppContext, options: RestOptions): Promise<Response> {
  await options.rowLimit.consume(c.get('clientAddress'));
  await checkGatewayKey(c, options);
  checkTable(c);
  switch (c.req.method) {
    case 'POST':
      return insert(c, options);
    case 'GET':
    case 'HEAD':
      return options.store.attempt('select');
    case 'PATCH':
    case 'PUT':
      return options.store.attempt('update');
    case 'DELETE':
      return options.store.attempt('delete');
    default:
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
  }
}

async function insert(c: AppContext, options: RestOptions): Promise<Response> {
  const prefer = readPrefer(c.req.header('prefer'));
  const given = await readRows(c);
  checkColumns(given.columns);
  const more = given.rows.length - 1;
  if (more > 0) await options.rowLimit.consume(c.get('clientAddress'), more);
  const insertion = {
    ...given,
    returning: readReturning(prefer),
    conflict: readConflict(c, prefer),
  };
  const isProgram = (c.req.header(HONEYPOT_HEADER) ?? '').trim() !== '';
  await (isProgram ? options.store.rehearse(insertion) : options.store.insert(insertion));
  const rows = given.rows.length;
  c.get('log').info({ rows }, isProgram ? 'lead of a program dropped' : 'lead stored');
  return answerCreated(c, prefer, rows);
}

/** Rows were sent, so rows are counted: how many of them were new is nobody's business. */
function answerCreated(c: AppContext, prefer: Preferences, rows: number): Response {
  const counted = prefer.count === 'exact' || prefer.count === 'estimated';
  return c.body(null, 201, {
    'Content-Length': '0',
    'Content-Range': counted ? `*/${rows}` : '*/*',
    ...(prefer.applied === null ? {} : { 'Preference-Applied': prefer.applied }),
  });
}

function readReturning(prefer: Preferences): readonly string[] {
  if (prefer.return === 'representation') return [...tableColumns.keys()];
  // For the address of the row.
  return prefer.return === 'headers-only' ? ['id'] : [];
}

function readConflict(c: AppContext, { resolution }: Preferences): Insertion['conflict'] {
  if (resolution === null) return null;
  const named = (c.req.query('on_conflict') ?? '').split(',').map((name) => name.trim());
  const target = named.filter(Boolean);
  const unknown = target.find((column) => !tableColumns.has(column));
  if (unknown === undefined) return { resolution, target };
  throw new RestError(400, '42703', `column "${unknown.slice(0, 100)}" does not exist`);
}

function rejectBody(): never {
  throw new RestError(
    413,
    'body_too_large',
    `The body may have at most ${BODY_LIMIT_BYTES} bytes.`,
    {
      // The rest of the body is not read: the connection cannot carry another request.
      headers: { Connection: 'close' },
    },
  );
}
