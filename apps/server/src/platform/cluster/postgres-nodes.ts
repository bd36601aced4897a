import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { isProcessGone } from './ask-process.ts';
import { createHeartbeat, DEAD_AFTER } from './heartbeat.ts';
import { createMembership } from './membership.ts';
import { createNodeMessenger, LISTEN } from './node-messages.ts';
import { BEAT, DECLARE_DEAD, JOIN, LEAVE, type NodeRow, TAKE_LOCK, UNLOCKED } from './node-rows.ts';
import { createNodeSession } from './node-session.ts';
import { createNodeWatch } from './node-watch.ts';
import type { ClusterNode, NodeLoad, Nodes } from './nodes.ts';

export interface PostgresNodesOptions
  extends Pick<ClusterNode, 'name' | 'address' | 'capacity' | 'version'> {
  /** Of PostgreSQL itself: behind a pooler of transactions there are no locks to hold. */
  readonly url: string;
  readonly db: Pick<Database, 'execute'>;
  readonly clock: Clock;
  readonly log: Logger;
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
  let own: number | null = null;
  /** Numbers under which this process was fenced: their rows are its own to delete. */
  let former: number[] = [];
  /** The connection that has the lock. */
  let locked = 0;

  const session = createNodeSession({
    ...{ url, clock, onFault, name: 'kindling-node', prepare: LISTEN },
    onNotification: messenger.receive,
  });
  const heartbeat = createHeartbeat({ clock, beat, onFenced: fence, onSilent: session.drop });
  const watch = createNodeWatch({
    session: createNodeSession({ url, clock, onFault, name: 'kindling-watch' }),
    cancel: (backend) => session.query('select pg_cancel_backend($1)', [backend]),
    onFree: judge,
    onFault,
  });
  messenger.subscribe('nodes', heartbeat.hurry);

  async function join(): Promise<number> {
    if (former.length > 0) await session.query(LEAVE, [former]);
    const { name, address, capacity, version } = options;
    const [row] = await session.query<{ id: number }>(JOIN, [name, address, capacity, version]);
    if (row === undefined) throw new Error('The node was not stored.');
    locked = session.number;
    own = row.id;
    log.info({ node: own, address }, 'node joined');
    void messenger.publish('nodes', null);
    return own;
  }

  async function beat(): Promise<boolean> {
    const id = own ?? (await join());
    const { calls, draining } = load();
    const rows = await session.query<NodeRow>(BEAT, [id, calls, draining]);
    if (!rows.some((row) => row.is_own)) return false;
    if (locked !== session.number) await takeLock(id);
    observe(rows, id);
    return true;
  }

  /** After its connection was lost; whoever looks at the lock meanwhile gives it back at once. */
  async function takeLock(id: number): Promise<void> {
    const [row] = await session.query<{ locked: boolean }>(`${TAKE_LOCK} as locked`, [id]);
    if (row?.locked === true) locked = session.number;
  }

  function observe(rows: readonly NodeRow[], id: number): void {
    const { isSomebodyGone, silent } = members.observe(rows, session.since);
    watch.aim(members.before(id));
    const hadFormer = former.length > 0;
    former = [];
    if (isSomebodyGone || hadFormer) for (const listener of goneListeners) listener();
    for (const one of silent) if (one !== id) void declareDead(one, 'silent').catch(onFault);
  }

  /** Somebody's lock is free. That is no proof: a connection ends for many reasons. */
  async function judge(id: number): Promise<void> {
    const node = members.nodes().find((one) => one.id === id);
    const isOld = clock.now() - session.since >= DEAD_AFTER;
    const isStable = () => isOld && locked !== 0 && locked === session.number;
    if (node === undefined || own === null || !isStable()) return;
    const unlocked = await session.query<{ id: number }>(UNLOCKED);
    // Freed all at once, or this connection is new: the database failed, or what lies before it.
    if (unlocked.length > 0 || !isStable()) return;
    if (await isProcessGone(node.address)) await declareDead(id, 'gone');
    else log.warn({ node: id, name: node.name }, 'node lost its lock: unknown whether it lives');
  }

  async function declareDead(id: number, why: 'silent' | 'gone'): Promise<void> {
    const values = [id, why === 'gone', DEAD_AFTER / 1_000];
    const rows = await session.query(DECLARE_DEAD, values);
    if (rows.length === 0) return;
    log.warn({ node: id, why }, 'node is over');
    void messenger.publish('nodes', null);
    heartbeat.hurry();
  }

  function fence(why: 'gone' | 'silent'): void {
    log.error({ node: own, why }, 'node fenced: it lets go of what it holds');
    if (own !== null) former = [...former, own];
    own = null;
    locked = 0;
    watch.aim(null);
    session.drop();
    for (const listener of fenceListeners) listener();
  }

  async function close(): Promise<void> {
    await heartbeat.close();
    await watch.close();
    const ids = own === null ? former : [...former, own];
    if (ids.length > 0) {
      await session.query(LEAVE, [ids]).catch(onFault);
      await messenger.publish('nodes', null);
    }
    await session.close();
  }

  try {
    await beat();
  } catch (error) {
    await close();
    throw error;
  }
  heartbeat.start();
  return {
    isCluster: true,
    get own() {
      return own;
    },
    alive: () => members.nodes(),
    report: (next) => {
      load = next;
    },
    onGone: (listener) => goneListeners.push(listener),
    onFenced: (listener) => fenceListeners.push(listener),
    publish: messenger.publish,
    subscribe: messenger.subscribe,
    close,
  };
}
