import { Hono } from 'hono';
import { request as send } from 'undici';
import { z } from 'zod';
import type { TakeCall } from '../modules/calls/handover/take-call.ts';
import { nodeAgent } from '../platform/cluster/node-agent.ts';
import { FORWARDED_HEADER, type NodeRequests } from '../platform/cluster/node-requests.ts';
import type { ClusterNode, Nodes } from '../platform/cluster/nodes.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import type { TakeMeetings } from '../rooms/meetings/return/take-meetings.ts';

const TARGET = /^\/cluster\/(call|meeting)\/([\da-f-]{36})\/take-from\/(\d{1,10})$/;
const NOBODY = { clientAddress: '', baseUrl: '' };

/** How long another node may take to say whether it took a call, ms: nothing of it can be stored meanwhile. */
const TIMEOUT = 3_000;

const answer = z.object({ taken: z.boolean() });

/**
 * Asks another node to take a call of the node `from`, or the meeting in a room.
 *
 * @throws where it does not say whether it did; one of a release that takes none answers that there is nothing
 */
export function createAskToTake(what: 'call' | 'meeting', requests: Pick<NodeRequests, 'sign'>) {
  return async (
    { address }: Pick<ClusterNode, 'address'>,
    id: string,
    from: number,
  ): Promise<boolean> => {
    const target = `/cluster/${what}/${id}/take-from/${from}`;
    const { body, statusCode } = await send(`${address}${target}`, {
      method: 'POST',
      headers: { [FORWARDED_HEADER]: requests.sign({ method: 'POST', target }, NOBODY) },
      signal: AbortSignal.timeout(TIMEOUT),
      dispatcher: nodeAgent,
    });
    const said: unknown = await body.json();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    return answer.parse(said).taken;
  };
}

/** What a draining node asks; there is nothing here for anybody else. */
export function takeRoute(
  nodes: Pick<Nodes, 'isCluster'>,
  requests: Pick<NodeRequests, 'read'>,
  take: { readonly call: TakeCall; readonly meeting: TakeMeetings['take'] },
): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/cluster/*', async (c, next) => {
    const request = { method: 'POST', target: c.req.path };
    const [, what, id, from] = TARGET.exec(c.req.path) ?? [];
    const isNode = nodes.isCluster && requests.read(c.req.header(FORWARDED_HEADER), request);
    if (id === undefined || !isNode) return next();
    const taken = await (what === 'call' ? take.call : take.meeting)(id, Number(from));
    return c.json({ taken }, 200, { 'Cache-Control': 'no-store' });
  });
}
