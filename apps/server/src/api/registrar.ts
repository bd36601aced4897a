import {
  type Operation,
  type OperationName,
  type Operations,
  operations,
} from '@kindling/protocol';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { parseWith, readJson } from '../http/read-json.ts';
import type { Authenticate } from '../tokens/authenticate.ts';
import type { Token } from '../tokens/token-store.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type QueryOf<O> = O extends { query: infer S } ? Parsed<S> : undefined;
type BodyOf<O> = O extends { body: infer S } ? Parsed<S> : undefined;

/** A request whose key, path, query and body have been checked. */
export interface ApiRequest<O extends Operation> {
  readonly token: Token;
  /** The path's `{id}`; empty where the path has none. */
  readonly id: string;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly baseUrl: string;
  readonly clientAddress: string;
  readonly log: Logger;
}

export type Handler<Name extends OperationName> = (
  request: ApiRequest<Operations[Name]>,
) => Promise<z.input<Operations[Name]['answer']>>;

/** One handler an operation: the compiler asks for those that are missing. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };

type AnyHandler = (request: ApiRequest<Operation>) => Promise<unknown>;

const pathIdSchema = z.object({ id: z.uuid() });

/** Routes every operation of the protocol to its handler; other methods of a path are 405. */
export function apiRoutes(handlers: Handlers, authenticate: Authenticate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const methodsByPath = new Map<string, string[]>();
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    // A row of the table and its handler agree by `Handlers`; the loop cannot carry that type.
    const handler = handlers[name] as unknown as AnyHandler;
    app.on(operation.method, path, (c) => answer(c, operation, handler, authenticate));
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), operation.method]);
  }
  for (const [path, methods] of methodsByPath) app.all(path, (c) => refuseMethod(c, methods));
  return app;
}

async function answer(
  c: AppContext,
  operation: Operation,
  handler: AnyHandler,
  authenticate: Authenticate,
): Promise<Response> {
  const token = await authenticate(c, operation.access);
  const result = await handler({
    token,
    id: operation.path.includes('{id}') ? parseWith(pathIdSchema, c.req.param(), 'path').id : '',
    query: readQuery(c, operation) as undefined,
    body: (operation.body ? await readJson(c, operation.body) : undefined) as undefined,
    baseUrl: c.get('baseUrl'),
    clientAddress: c.get('clientAddress'),
    log: c.get('log'),
  });
  c.header('Cache-Control', 'no-store');
  if (operation.status === 204) return c.body(null, 204);
  return c.body(JSON.stringify(result), operation.status, {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

function readQuery(c: AppContext, operation: Operation): unknown {
  return operation.query ? parseWith(operation.query, c.req.query(), 'query') : undefined;
}

function refuseMethod(c: AppContext, methods: readonly string[]): Response {
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  throw new ApiError('method_not_allowed', `${c.req.path} takes ${allow.join(', ')}.`, {
    headers: { Allow: allow.join(', ') },
  });
}
