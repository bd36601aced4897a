import { type Operation, type OperationName, operations } from '@kindling/protocol';
import { Hono } from 'hono';
import { z } from 'zod';
import { entityTag, readIfMatch } from '../../modules/references/entity-tag.ts';
import type { Authenticate } from '../../modules/tokens/authenticate.ts';
import { includesRole } from '../../modules/tokens/role.ts';
import type { Token } from '../../modules/tokens/token-store.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { hideSecrets } from '../../platform/requests/answers/hide-secrets.ts';
import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { UPLOAD_LIMIT_BYTES } from '../../platform/requests/bodies/limit-bodies.ts';
import { badFields, parseWith, readJson } from '../../platform/requests/bodies/read-json.ts';
import { assertForm, parseForm } from '../../platform/requests/forms/read-multipart.ts';
import { receiveForm } from '../../platform/requests/forms/receive-form.ts';
import type { ApiRequest, Handlers } from '../../platform/requests/operation-handlers.ts';
import {
  createKnownMethods,
  methodNotAllowed,
  type Route,
} from '../../platform/requests/targets/known-methods.ts';
import type { Idempotency } from './idempotency.ts';

type AnyHandler = (request: ApiRequest<Operation>) => Promise<unknown>;

export interface ApiRoutesOptions {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  /** Where files that are sent lie until their request is over. */
  readonly uploadFolder: string;
}

/** Routes every operation of the protocol to its handler; other methods of a path are 405. */
export function apiRoutes(options: ApiRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const paths = new Map<string, Operation>();
  const routes: Route[] = [];
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    // A row of the table and its handler agree by `Handlers`; the loop cannot carry that type.
    const handler = options.handlers[name] as unknown as AnyHandler;
    app.on(operation.method, path, async (c, next) =>
      isElsewhere(c, operation) || isNamedBy(c.req.path, operation)
        ? next()
        : answer(c, { name, operation, handler }, options),
    );
    routes.push({ method: operation.method, path });
    paths.set(path, operation);
  }
  const methodsOf = createKnownMethods(routes);
  for (const [path, operation] of paths)
    app.all(path, async (c, next) => {
      if (isElsewhere(c, operation)) return next();
      throw methodNotAllowed(c.req.path, methodsOf(c.req.path));
    });
  return app;
}

/** A path that begins with a parameter is the API's only where that is one of its own words. */
function isElsewhere(c: AppContext, operation: Operation): boolean {
  return (
    operation.path.startsWith('/{') && !paramsSchema(operation).safeParse(c.req.param()).success
  );
}

/** `/call/web` is a path of its own, not the call with the id “web”, whatever the method. */
function isNamedBy(path: string, operation: Operation): boolean {
  return operation.path !== path && NAMED_PATHS.has(path);
}

const NAMED_PATHS: ReadonlySet<string> = new Set(
  Object.values(operations)
    .map(({ path }) => path as string)
    .filter((path) => !path.includes('{')),
);

interface OperationRoute {
  readonly name: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

async function answer(
  c: AppContext,
  route: OperationRoute,
  options: ApiRoutesOptions,
): Promise<Response> {
  const { operation, handler, name } = route;
  const token = await options.authenticate(c, operation.access);
  checkSession(operation, token);
  const params = parseWith(paramsSchema(operation), c.req.param(), 'path') as { id?: string };
  await using form = await readForm(c, operation, options.uploadFolder);
  const request: ApiRequest<Operation> = {
    token: token as Token,
    params: params as never,
    id: params.id ?? '',
    query: readQuery(c, operation) as undefined,
    body: (form === null
      ? await readBody(c, operation)
      : parseForm(form, operation.body ?? z.unknown())) as undefined,
    ifMatch: readIfMatch(c.req.header('if-match')),
    baseUrl: c.get('baseUrl'),
    clientAddress: c.get('clientAddress'),
    requestId: c.get('requestId'),
    log: c.get('log'),
    signal: c.req.raw.signal,
    header: (header) => c.req.header(header),
  };
  c.header('Cache-Control', 'no-store');
  const execute = () => handler(request);
  const isSecret = operation.answersSecret === true;
  const repeated = operation.status === 201 && token !== null;
  const result = repeated
    ? await options.idempotency.answer({ name, token, request, isSecret }, execute)
    : await execute();
  if (result instanceof RawAnswer) return result.toResponse(c);
  if (operation.status === 204) return c.body(null, 204);
  const tag = entityTag(result);
  if (tag !== null) c.header('ETag', tag);
  const mayChange = token?.kind === 'private' && includesRole(token.role, 'editor');
  return c.body(JSON.stringify(mayChange ? result : hideSecrets(result)), operation.status, {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

/** Before anything that is kept for a repetition: that may be a key. */
function checkSession({ bySession, summary }: Operation, token: Token | null): void {
  if (token?.isSession !== true || bySession !== 'refused') return;
  throw new ApiError(
    'forbidden',
    `A session cannot do this, since it would outlast the session (${summary}). Send the key itself.`,
  );
}

const knownParams = new Map<Operation, z.ZodType>();

function paramsSchema(operation: Operation): z.ZodType {
  const known = operation.params ?? knownParams.get(operation);
  if (known !== undefined) return known;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.uuid()])));
  knownParams.set(operation, schema);
  return schema;
}

function readQuery(c: AppContext, operation: Operation): unknown {
  if (operation.query === undefined) return undefined;
  const query = Object.entries(c.req.queries()).map(([name, values]) => [
    name.replace(/\[\]$/, ''),
    values.length === 1 && !name.endsWith('[]') ? values[0] : values,
  ]);
  // Turned into a number it would be 0: `?limit=` would answer nothing.
  const empty = query
    .filter(([, value]) => [value].flat().some((one) => one?.trim() === ''))
    .map(([name]) => String(name));
  if (empty.length > 0) throw badFields('query', empty.map(emptyParameter));
  return parseWith(operation.query, Object.fromEntries(query), 'query');
}

const emptyParameter = (path: string) => ({
  path,
  message: 'is empty: leave it out or give a value.',
});

function readBody(c: AppContext, { body }: Operation): Promise<unknown> | undefined {
  return body === undefined ? undefined : readJson(c, body);
}

/** Null where the operation takes none. */
async function readForm(c: AppContext, { bodyType }: Operation, folder: string) {
  if (bodyType !== 'multipart') return null;
  assertForm(c);
  return receiveForm(c, { folder, mostBytes: UPLOAD_LIMIT_BYTES });
}
