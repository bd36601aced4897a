import type { Nodes } from './nodes.ts';

/** The one server of its database: there are no other nodes, and no messages are sent. */
export const singleNode: Nodes = {
  isCluster: false,
  own: null,
  alive: () => [],
  report: () => undefined,
  reachesDatabase: async () => true,
  onGone: () => undefined,
  onFenced: () => undefined,
  publish: async () => undefined,
  subscribe: () => undefined,
  close: async () => undefined,
};
