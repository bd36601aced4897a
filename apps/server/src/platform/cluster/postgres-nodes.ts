import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { isDoneWithin } from '../time/is-done-within.ts';
import { createHeartbeat, DEAD_AFTER } from './heartbeat.ts';
import { isOver } from './judge-death.ts';
import { createMembership } from './membership.ts';
import { createNodeMessenger, LISTEN } from './node-messages.ts';
import { DECLARE_DEAD } from './node-rows.ts';
import { createNodeSession, type NodeSession } from './node-session.ts';
import { createNodeWatch } from './node-watch.ts';
import type { ClusterNode, NodeLoad, Nodes } from './nodes.ts';
import { createOwnNode, type NodeFacts, type OwnNode } from './own-node.ts';

/** Who judges a node holds its lock for most of a second, every other one: tried for out of step with that, ms. */
const LOCK_RETRY = 350;

/** How long a starting node retries its first beat, ms: as long as the database pool waits for a connection. */
const OPENING_LIMIT = 10_000;
/** Time limit of one try and pause before the next, ms. */
const OPENING_ATTEMPT = 3_000;
const OPENING_RETRY = 250;
/** How long other nodes have to say whether they reach the database, ms: fencing must not wait until others take over. */
const ASK_LIMIT = 1_000;

export interface PostgresNodesOptions extends NodeFacts {
  /** Of PostgreSQL itself: behind a pooler of transactions there are no locks to hold. */
  readonly url: string;
  readonly db: Pick<Database, 'execute'>;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * Asks another node whether it reaches the database; false: it says that it does not. An answer that takes longer
   * than a second is ignored.
   */
  readonly askReaches: (node: ClusterNode) => Promise<boolean>;
}

/**
 * This process as one of the nodes on a PostgreSQL.
 *
 * Who lives says so every two seconds, by the database's clock, and holds a lock. A node is over when its
 * row is deleted, which two things allow. Its lock is free, on a database that lost no other lock and this
 * connection neither, and its machine says that nobody listens at its address: known within milliseconds of
 * a process's death. Or it has not said for six seconds, all of them observed on one connection, that it
 * lives; so that a failover of PostgreSQL, which frees every lock and makes every beat old, proves nothing.
 */
export async function openPostgresNodes(options: PostgresNodesOptions): Promise<Nodes> {
  const { url, clock, log } = options;
  const onFault = (error: unknown) => log.warn({ err: error }, 'connection of a node failed');
  const messenger = createNodeMessenger(options.db, onFault);
  const members = createMembership(clock);
  const goneListeners: (() => void)[] = [];
  const fenceListeners: (() => void)[] = [];
  let load = (): NodeLoad => ({ calls: 0, draining: false });
  let cancelRetry = () => {};

  const session = createNodeSession({
    ...{ url, clock, onFault, name: 'kindling-node', prepare: LISTEN },
    onNotification: messenger.receive,
  });
  const own = createOwnNode({
    session,
    facts: options,
    onJoined(id) {
      log.info({ node: id, address: options.address }, 'node joined');
      void messenger.publish('nodes', null);
    },
  });
  const heartbeat = createHeartbeat({
    ...{ clock, beat },
    isOutage: () => isOutage(members.nodes(), own.id, options),
    onFenced: fence,
    onSilent: session.drop,
  });
  const watch = createNodeWatch({
    session: createNodeSession({ url, clock, onFault, name: 'kindling-watch' }),
    cancel: (backend) => session.query('select pg_cancel_backend($1)', [backend]),
    onFree: judge,
    onFault,
  });
  messenger.subscribe('nodes', heartbeat.hurry);

  async function beat(): Promise<boolean> {
    const said = await own.beat(load());
    if (said === null) return false;
    cancelRetry();
    if (!own.hasLock) cancelRetry = clock.schedule(LOCK_RETRY, heartbeat.hurry);
    const { isNodeGone, silent } = members.observe(said.rows, session.since);
    watch.aim(members.before(said.id));
    if (isNodeGone || said.isBack) for (const listener of goneListeners) listener();
    for (const id of silent) if (id !== said.id) void declareDead(id, 'silent').catch(onFault);
    return true;
  }

  async function judge(id: number, wasHeld: boolean): Promise<void> {
    const node = members.nodes().find((one) => one.id === id);
    if (node !== undefined && (await isOver(node, { session, own, log, clock, wasHeld })))
      await declareDead(id, 'gone');
  }

  async function declareDead(id: number, why: 'silent' | 'gone'): Promise<void> {
    const over = await session.query(DECLARE_DEAD, [id, why === 'gone', DEAD_AFTER / 1_000]);
    if (over.length === 0) return;
    log.warn({ node: id, why }, 'node is over');
    void messenger.publish('nodes', null);
    heartbeat.hurry();
  }

  function fence(why: 'gone' | 'silent') {
    log.error({ node: own.id, why }, 'node fenced: it lets go of what it holds');
    own.giveUp();
    watch.aim(null);
    session.drop();
    for (const listener of fenceListeners) listener();
  }

  async function close(): Promise<void> {
    await heartbeat.close();
    cancelRetry();
    await watch.close();
    const had = await own.leave().catch(onFault);
    if (had === true) await messenger.publish('nodes', null);
    await session.close();
  }

  await beginToBeat({ beat, session, own, clock, log }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  heartbeat.start();
  return {
    ...{ isCluster: true, close, publish: messenger.publish, subscribe: messenger.subscribe },
    get own() {
      return own.id;
    },
    alive: () => members.nodes(),
    reachesDatabase: heartbeat.reaches,
    report: (next) => {
      load = next;
    },
    onGone: (listener) => goneListeners.push(listener),
    onFenced: (listener) => fenceListeners.push(listener),
  };
}

interface Beginning {
  readonly beat: () => Promise<boolean>;
  readonly session: Pick<NodeSession, 'drop'>;
  readonly own: Pick<OwnNode, 'giveUp'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The first beat, retried. Connecting is given up after one second, which a busy machine can exceed. A node that loses
 * its connection here may be declared dead, because it does not listen on its address yet; it then joins anew.
 *
 * @throws the last error, once `OPENING_LIMIT` has passed
 */
async function beginToBeat({ beat, session, own, clock, log }: Beginning): Promise<void> {
  for (const began = clock.now(); ; ) {
    const cancel = clock.schedule(OPENING_ATTEMPT, session.drop);
    try {
      if (await beat()) return;
      own.giveUp();
      throw new Error('Another node declared this one dead while it started.');
    } catch (error) {
      session.drop();
      if (clock.now() - began > OPENING_LIMIT) throw error;
      log.warn({ err: error }, 'node could not join yet');
    } finally {
      cancel();
    }
    await new Promise<void>((resolve) => void clock.schedule(OPENING_RETRY, resolve));
  }
}

/** Whether every other node says that it does not reach the database; one that cannot be asked may reach it. */
async function isOutage(
  nodes: readonly ClusterNode[],
  own: number | null,
  { askReaches, clock, log }: Pick<PostgresNodesOptions, 'askReaches' | 'clock' | 'log'>,
): Promise<boolean> {
  const others = nodes.filter(({ id }) => id !== own);
  const reaching = await Promise.all(
    others.map(async (node) => {
      const reaches = askReaches(node).catch(() => true);
      return (await isDoneWithin(clock, ASK_LIMIT, reaches)) ? reaches : true;
    }),
  );
  const isAway = !reaching.includes(true);
  if (isAway) log.warn({ node: own, others: others.length }, 'no node reaches the database');
  return isAway;
}
