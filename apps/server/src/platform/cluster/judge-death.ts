import type { Clock } from '@kindling/protocol/clock';
import { wait } from '@kindling/protocol/retry';
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
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** The lock was seen to be held, on a connection that has lasted since: the database has not failed meanwhile. */
  readonly wasHeld: boolean;
  readonly log: Logger;
}

/** A process that is killed loses its connections a moment before it stops listening: asked again after so long, ms. */
const ASKED_AGAIN = [50, 150, 400];

/**
 * Whether a node is over whose lock is free. That alone is no proof: a connection ends for many reasons.
 * Either the lock of another is free as well, or this connection is new and never saw the lock held: then the database
 * failed, or what lies before it. Else the node's machine is asked.
 */
export async function isOver(
  { id, name, address }: ClusterNode,
  { session, own, clock, log, wasHeld }: JudgeOptions,
): Promise<boolean> {
  const isOld = clock.now() - session.since >= DEAD_AFTER;
  if (!(isOld || wasHeld) || !own.hasLock) return false;
  const unlocked = await session.query<{ id: number }>(UNLOCKED);
  if (unlocked.length > 0 || !own.hasLock) return false;
  for (const pause of [0, ...ASKED_AGAIN]) {
    await wait(clock, pause);
    if (await isProcessGone(address)) return own.hasLock;
  }
  log.warn({ node: id, name }, 'node lost its lock: unknown whether it lives');
  return false;
}
