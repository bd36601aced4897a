import type { Clock } from '@kindling/protocol/clock';
import { DEAD_AFTER } from './heartbeat.ts';
import type { NodeRow } from './node-rows.ts';
import type { ClusterNode } from './nodes.ts';

interface Member {
  readonly node: ClusterNode;
  readonly beat: string;
  /** When this beat was first seen, by this process, on the connection that is in use. */
  readonly seenAt: number;
}

export interface Observation {
  /** Whether a row that was there is gone. */
  readonly isNodeGone: boolean;
  /** Nodes that were silent for too long while another node was listening. */
  readonly silent: readonly number[];
}

/** What one node knows of the others. */
export interface Membership {
  nodes(): readonly ClusterNode[];
  /**
   * Takes in all rows. `since`: when the connection was made they came by. A beat that is old because the
   * database was away is no silence: it counts from when it was seen.
   */
  observe(rows: readonly NodeRow[], since: number): Observation;
  /** Whom `own` watches: the next lower number, and the lowest one the highest. Null: it is alone. */
  before(own: number): number | null;
}

export function createMembership(clock: Pick<Clock, 'now'>): Membership {
  let members: ReadonlyMap<number, Member> = new Map();
  return {
    nodes: () => [...members.values()].map(({ node }) => node),
    observe(rows, since) {
      const now = clock.now();
      const known = members;
      const observe = (row: NodeRow): [number, Member] => {
        const { beat, is_own: _own, ...node } = row;
        const before = known.get(row.id);
        const isSame = before !== undefined && before.beat === beat && before.seenAt >= since;
        return [row.id, { node, beat, seenAt: isSame ? before.seenAt : now }];
      };
      members = new Map(rows.map(observe));
      return {
        isNodeGone: [...known.keys()].some((id) => !members.has(id)),
        silent: [...members.values()]
          .filter(({ seenAt }) => now - seenAt >= DEAD_AFTER)
          .map(({ node }) => node.id),
      };
    },
    before(own) {
      const ids = [...members.keys()].filter((id) => id !== own).sort((one, other) => one - other);
      return ids.findLast((id) => id < own) ?? ids.at(-1) ?? null;
    },
  };
}
