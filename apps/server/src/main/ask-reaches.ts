import { Hono } from 'hono';
import { request as send } from 'undici';
import { z } from 'zod';
import { nodeAgent } from '../platform/cluster/node-agent.ts';
import { FORWARDED_HEADER, type NodeRequests } from '../platform/cluster/node-requests.ts';
import type { ClusterNode, Nodes } from '../platform/cluster/nodes.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';

const TARGET = '/cluster/database';
const request = { method: 'GET', target: TARGET };
const NOBODY = { clientAddress: '', baseUrl: '' };

/** How long another node may take to say whether it reaches the database, ms. */
const TIMEOUT = 900;
/** How long the database may take to answer before it counts as unreachable, ms. */
const DATABASE_TIMEOUT = 600;

const answer = z.object({ reaches: z.boolean() });

/** Asks another node whether it reaches the database; rejects where it does not say. */
export function createAskReaches(requests: Pick<NodeRequests, 'sign'>) {
  return async ({ address }: Pick<ClusterNode, 'address'>): Promise<boolean> => {
    const { body, statusCode } = await send(`${address}${TARGET}`, {
      headers: { [FORWARDED_HEADER]: requests.sign(request, NOBODY) },
      signal: AbortSignal.timeout(TIMEOUT),
      dispatcher: nodeAgent,
    });
    const said: unknown = await body.json();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    return answer.parse(said).reaches;
  };
}

/** What other nodes ask; there is nothing here for anybody else. */
export function reachesRoute(
  nodes: Pick<Nodes, 'isCluster' | 'reachesDatabase'>,
  requests: Pick<NodeRequests, 'read'>,
): Hono<AppEnv> {
  return new Hono<AppEnv>().get(TARGET, async (c, next) => {
    const isNode = nodes.isCluster && requests.read(c.req.header(FORWARDED_HEADER), request);
    if (!isNode) return next();
    const timeout = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), DATABASE_TIMEOUT).unref();
    });
    const reaches = await Promise.race([nodes.reachesDatabase(), timeout]);
    return c.json({ reaches }, 200, { 'Cache-Control': 'no-store' });
  });
}
