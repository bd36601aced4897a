import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { isProcessGone } from './ask-process.ts';
import { DEAD_AFTER } from './heartbeat.ts';
import { UNLOCKED } from './node-rows.ts';
import type { NodeSession } from './node-session.ts';
import type { ClusterNode } from './nodes.ts';
import type { OwnNode } from './own-node.ts';

export interface JudgeOptions {
  readonly session: NodeSession;
  readonly own: Pick<OwnNode, 'hasLock'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/**
 * Whether a node is over whose lock is free. That alone is no proof: a connection ends for many reasons.
 * Either the lock of another is free as well, or this connection is new: then the database failed, or what
 * lies before it. Else the node's machine is asked.
 */
export async function isOver(
  { id, name, address }: ClusterNode,
  { session, own, clock, log }: JudgeOptions,
): Promise<boolean> {
  const isOld = clock.now() - session.since >= DEAD_AFTER;
  if (!isOld || !own.hasLock) return false;
  const unlocked = await session.query<{ id: number }>(UNLOCKED);
  if (unlocked.length > 0 || !own.hasLock) return false;
  if (await isProcessGone(address)) return true;
  log.warn({ node: id, name }, 'node lost its lock: unknown whether it lives');
  return false;
}
