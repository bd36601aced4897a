import { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Agent, type Dispatcher, request as send } from 'undici';
import {
  FORWARDED_HEADER,
  type ForwardedFacts,
  type NodeRequests,
} from '../../platform/cluster/node-requests.ts';
import type { ClusterNode, Nodes } from '../../platform/cluster/nodes.ts';
import { notReady } from '../../platform/metrics/routes.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';

/** The number of the node whose matter a request is; null: any node's. */
export type FindOwner = (method: string, path: string) => Promise<number | null>;

export interface ForwardOptions {
  readonly nodes: Pick<Nodes, 'isCluster' | 'own' | 'alive'>;
  readonly requests: Pick<NodeRequests, 'sign'>;
  readonly findOwner: FindOwner;
}

/** Of one connection, or said again by who hands the request on. */
const NOT_HANDED_ON =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|forwarded|x-forwarded-.*|kindling-forwarded)$/;

/** For requests with a body that is read at once: signalling and steering. */
const TIMEOUT = 30_000;
/** A machine that is gone does not answer at all: who asked is to ask again soon, ms. */
const CONNECT_TIMEOUT = 2_000;

const toNodes = new Agent({ connect: { timeout: CONNECT_TIMEOUT } });

/** Reads what the node says that was asked first; null where none was, as there are no others. */
export function createReadForwarded(
  { isCluster }: Pick<Nodes, 'isCluster'>,
  requests: Pick<NodeRequests, 'read'>,
): (c: AppContext) => ForwardedFacts | null {
  return (c) => {
    if (!isCluster) return null;
    const header = c.req.header(FORWARDED_HEADER);
    return requests.read(header, { method: c.req.method, target: targetOf(c) });
  };
}

function targetOf(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url);
  return `${pathname}${search}`;
}

/**
 * Forwards a request to the node whose call or meeting it is about, and streams the answer back. One hop: the node that
 * gets a forwarded request answers it.
 */
export function forwardToOwner(options: ForwardOptions): MiddlewareHandler<AppEnv> {
  const { nodes } = options;
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!nodes.isCluster || c.get('isForwarded')) return next();
    const owner = await options.findOwner(c.req.method, c.req.path);
    const node = nodes.alive().find(({ id }) => id === owner && id !== nodes.own);
    if (node === undefined) return next();
    return forward(c, node, options.requests);
  });
}

async function forward(
  c: AppContext,
  node: ClusterNode,
  requests: ForwardOptions['requests'],
): Promise<Response> {
  const { method } = c.req;
  const target = targetOf(c);
  const facts = { clientAddress: c.get('clientAddress'), baseUrl: c.get('baseUrl') };
  const given = [...c.req.raw.headers].filter(([name]) => !NOT_HANDED_ON.test(name));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const answer = await send(`${node.address}${target}`, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      ...Object.fromEntries(given),
      'x-request-id': c.get('requestId'),
      [FORWARDED_HEADER]: requests.sign({ method, target }, facts),
    },
    body: hasBody ? Buffer.from(await c.req.arrayBuffer()) : null,
    signal: c.req.raw.signal,
    dispatcher: toNodes,
    headersTimeout: TIMEOUT,
    bodyTimeout: 0,
  }).catch((error: unknown) => {
    c.get('log').warn({ err: error, node: node.id }, 'request not handed on');
    throw notReady();
  });
  return toResponse(answer, method);
}

async function toResponse(
  { statusCode: status, headers: given, body }: Dispatcher.ResponseData,
  method: string,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    if (NOT_HANDED_ON.test(name) && name !== 'content-length') continue;
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty) await body.dump();
  // The types of the two standard streams differ in name alone.
  const stream = Readable.toWeb(body) as unknown as ConstructorParameters<typeof Response>[0];
  return new Response(isEmpty ? null : stream, { status, headers });
}
