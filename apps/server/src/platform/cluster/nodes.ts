import type { EndReason } from '@kindling/protocol';

/** What a node tells of itself with each beat. */
export interface NodeLoad {
  readonly calls: number;
  /** It takes no new calls. */
  readonly draining: boolean;
}

/** One of the servers that share a database. */
export interface ClusterNode extends NodeLoad {
  readonly id: number;
  readonly name: string;
  /** Where the other nodes reach it, without a slash at the end. */
  readonly address: string;
  readonly capacity: number;
  readonly version: string;
}

/** The messages that nodes send each other: topics and bodies. */
export interface NodeMessages {
  /** Rows of `node` came or went. */
  readonly nodes: null;
  /** There is work. */
  readonly jobs: null;
  /** The node that has the call ends it. */
  readonly 'end-call': { readonly id: string; readonly reason: EndReason };
  /** Calls that are being deleted. */
  readonly 'forget-calls': { readonly ids: readonly string[] };
  /** A room that people meet in. */
  readonly 'room-deleted': { readonly roomId: string; readonly message: string };
}

/** Whether this process may take calls and meetings: one that was taken for dead may not. */
export function isMember({ isCluster, own }: Pick<Nodes, 'isCluster' | 'own'>): boolean {
  return !isCluster || own !== null;
}

/**
 * The servers that share this database, as this one knows them. That a node is over is a fact of the
 * database alone (its row is gone), and no opinion: what it had is taken only then.
 */
export interface Nodes {
  /** Whether there may be others. */
  readonly isCluster: boolean;
  /** The number of this process. Null: it is alone, or is no node at the moment and must hold nothing. */
  readonly own: number | null;
  /** Those that are not over, this one among them. */
  alive(): readonly ClusterNode[];
  /** What this one tells of itself from now on. */
  report(load: () => NodeLoad): void;
  /** Whether this one reaches the database now; for another that does not. */
  reachesDatabase(): Promise<boolean>;
  /** Rows of nodes are gone: what they had open is to be looked at. Also when this one comes back. */
  onGone(listener: () => void): void;
  /**
   * This one is taken for dead, or may be soon: what it holds is to be let go at once, without a word to
   * the database, where it may be another's.
   */
  onFenced(listener: () => void): void;
  /** Sends to all other nodes; one that has no connection meanwhile misses the message. Never rejects. */
  publish<T extends keyof NodeMessages>(topic: T, body: NodeMessages[T]): Promise<void>;
  subscribe<T extends keyof NodeMessages>(
    topic: T,
    listener: (body: NodeMessages[T]) => void,
  ): void;
  /** Says that this one is over, and frees what it held of the database. */
  close(): Promise<void>;
}
