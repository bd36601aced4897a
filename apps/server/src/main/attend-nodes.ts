import { createAbandonedCalls } from '../modules/calls/abandoned-calls.ts';
import { CRASHED, type LostCalls } from '../modules/calls/resumption/lost-calls.ts';
import { hurryReports } from '../modules/calls/webhooks/crash-report.ts';
import { createPollLoop } from '../platform/jobs/poll-loop.ts';
import type { ComposedServer } from './compose-server.ts';
import type { OpenedServer } from './server-context.ts';

export interface NodeDuties {
  /** Resolves when what is under way for others is done. */
  close(): Promise<void>;
}

/**
 * What a node does for those that are over: ends what they left open, as soon as it hears of them, and once
 * a minute for what failed. And what it does when it is taken for dead itself: lets go.
 */
export function attendNodes(
  composed: Pick<
    ComposedServer,
    'live' | 'lost' | 'meetings' | 'takeMeetings' | 'idempotency' | 'recordings'
  >,
  server: Pick<OpenedServer, 'clock' | 'db' | 'jobs' | 'log' | 'nodes' | 'isDraining'>,
): NodeDuties {
  const { clock, db, jobs, log, nodes } = server;
  const { live, lost, meetings, takeMeetings, idempotency, recordings } = composed;
  if (!nodes.isCluster) return { close: async () => undefined };
  const loop = createPollLoop({
    clock,
    async work() {
      const hasOther = nodes.alive().some(({ id, draining }) => id !== nodes.own && !draining);
      // A node that does not drain takes them; this node would only hand them over again.
      if (server.isDraining() && hasOther) return null;
      // Their reports are due.
      if ((await attendAbandonedCalls(lost, { db, nodes, log })) > 0) jobs.wake();
      const taken = await takeMeetings.takeGone();
      if (taken > 0) log.warn({ meetings: taken }, 'meetings of a dead node wait for their people');
      await hurryReports(db, nodes, new Date(clock.now()));
      await jobs.recover();
      await idempotency.recover();
      await recordings.recover();
      return null;
    },
    onFault: (error) => log.error({ err: error }, 'what a node left is not attended to'),
  });
  nodes.onGone(loop.wake);
  nodes.onFenced(() => {
    void live.abandonAll();
    void meetings.abandonAll();
  });
  loop.wake();
  return {
    async close() {
      takeMeetings.close();
      await loop.close(loop.settled);
    },
  };
}

/** Of processes that are over: waits for those who were in them, and ends the others. Other nodes may do so, too; answers how many this one ended. */
export async function attendAbandonedCalls(
  lost: LostCalls,
  { db, nodes, log }: Pick<OpenedServer, 'db' | 'nodes' | 'log'>,
): Promise<number> {
  const { reason, message } = CRASHED;
  const ended = await createAbandonedCalls(db, nodes).close(reason, message, lost.expect);
  if (ended > 0) log.warn({ calls: ended }, 'calls of a crashed server closed');
  return ended;
}
