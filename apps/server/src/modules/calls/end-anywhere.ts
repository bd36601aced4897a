import type { EndReason } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { wait } from '@kindling/protocol/retry';
import { and, eq, ne } from 'drizzle-orm';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import type { Database } from '../../platform/database/database.ts';
import { callTable } from '../../platform/database/schema.ts';
import type { LiveCalls } from './live/live-calls.ts';

/** How long the node that has a call may take to end it, ms. */
const TIMEOUT = 5_000;
const POLL_INTERVAL = 50;

export interface EndAnywhereOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: Pick<LiveCalls, 'end'>;
  readonly nodes: Pick<Nodes, 'isCluster' | 'publish' | 'subscribe'>;
}

/** Ends one of an organisation's calls, wherever it goes on. */
export type EndCall = (id: string, reason: EndReason) => Promise<void>;

/**
 * Ends calls wherever they go on; resolves when they are stored, or when the node that has one does not
 * answer: what it still writes of a call that is deleted then is refused.
 */
export function createEndAnywhere({ db, clock, live, nodes }: EndAnywhereOptions): EndCall {
  nodes.subscribe('end-call', ({ id, reason }) => void live.end(id, reason));

  const isOpen = async (id: string) => {
    const open = and(eq(callTable.id, id), ne(callTable.status, 'ended'));
    return (await db.select({ id: callTable.id }).from(callTable).where(open)).length > 0;
  };

  return async (id, reason) => {
    await live.end(id, reason);
    if (!nodes.isCluster || !(await isOpen(id))) return;
    await nodes.publish('end-call', { id, reason });
    const deadline = clock.now() + TIMEOUT;
    while (clock.now() < deadline && (await isOpen(id))) await wait(clock, POLL_INTERVAL);
  };
}
