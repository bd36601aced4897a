import type { Nodes } from './nodes.ts';

/** The one server of its database: nobody else is alive, nobody is told anything. */
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
