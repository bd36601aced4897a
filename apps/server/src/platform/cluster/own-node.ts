import { BEAT, JOIN, LEAVE, type NodeRow, TAKE_LOCK } from './node-rows.ts';
import type { NodeSession } from './node-session.ts';
import type { ClusterNode, NodeLoad } from './nodes.ts';

export type NodeFacts = Pick<ClusterNode, 'name' | 'address' | 'capacity' | 'version'>;

export interface OwnBeat {
  readonly id: number;
  /** All nodes there are. */
  readonly rows: readonly NodeRow[];
  /** Its row under an earlier number is gone since the last beat. */
  readonly isBack: boolean;
}

/** The row and the lock of this process. */
export interface OwnNode {
  /** Null: it is none at the moment. */
  readonly id: number | null;
  /** Whether it has its lock, on the connection in use. */
  readonly hasLock: boolean;
  /** Says that it lives, as a new node where it is none. Null: the database says that it is over. */
  beat(load: NodeLoad): Promise<OwnBeat | null>;
  /** It is none any more: with the next beat it comes back under another number. */
  giveUp(): void;
  /** Takes its rows away; answers whether there were any. */
  leave(): Promise<boolean>;
}

export interface OwnNodeOptions {
  readonly session: NodeSession;
  readonly facts: NodeFacts;
  readonly onJoined: (id: number) => void;
}

export function createOwnNode({ session, facts, onJoined }: OwnNodeOptions): OwnNode {
  let own: number | null = null;
  /** Numbers that this process gave up: their rows are its own to delete. */
  let former: number[] = [];
  /** The connection that has the lock. */
  let locked = 0;

  async function join(): Promise<number> {
    if (former.length > 0) await session.query(LEAVE, [former]);
    const { name, address, capacity, version } = facts;
    const [row] = await session.query<{ id: number }>(JOIN, [name, address, capacity, version]);
    if (row === undefined) throw new Error('The node was not stored.');
    locked = session.number;
    own = row.id;
    onJoined(own);
    return own;
  }

  /** After its connection was lost; a node that is testing the lock meanwhile releases it at once. */
  async function takeLock(id: number): Promise<void> {
    const [row] = await session.query<{ locked: boolean }>(`${TAKE_LOCK} as locked`, [id]);
    if (row?.locked === true && own === id) locked = session.number;
  }

  return {
    get id() {
      return own;
    },
    get hasLock() {
      return locked !== 0 && locked === session.number;
    },
    async beat({ calls, draining }) {
      const id = own ?? (await join());
      const rows = await session.query<NodeRow>(BEAT, [id, calls, draining]);
      if (!rows.some((row) => row.is_own)) return null;
      if (locked !== session.number) await takeLock(id);
      // An answer that came late, when it was given up already.
      if (own !== id) throw new Error('The node was given up meanwhile.');
      const isBack = former.length > 0;
      former = [];
      return { id, rows, isBack };
    },
    giveUp() {
      if (own !== null) former = [...former, own];
      own = null;
      locked = 0;
    },
    async leave() {
      const ids = own === null ? former : [...former, own];
      if (ids.length > 0) await session.query(LEAVE, [ids]);
      return ids.length > 0;
    },
  };
}
