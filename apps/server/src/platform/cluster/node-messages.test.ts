import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeMessenger, type NodeMessenger } from './node-messages.ts';

describe('what nodes tell each other', () => {
  let nodes: NodeMessenger[];
  let heard: string[];
  let faults: unknown[];

  /** NOTIFY: everybody who listens gets it, who sent it as well. */
  const db = {
    execute: async (statement: SQL) => {
      const { params } = new PgDialect().sqlToQuery(statement);
      for (const node of nodes) node.receive(String(params[1]));
    },
  } as unknown as Parameters<typeof createNodeMessenger>[0];

  beforeEach(() => {
    heard = [];
    faults = [];
    nodes = ['a', 'b', 'c'].map((name) => {
      const node = createNodeMessenger(db, (fault) => faults.push(fault));
      node.subscribe('nodes', () => heard.push(name));
      return node;
    });
  });

  it('is heard by all others', async () => {
    await nodes[1]?.publish('nodes', null);
    expect(heard).toEqual(['a', 'c']);
  });

  it('is not heard where nobody listens to its topic, as in another release', () => {
    nodes[0]?.receive(JSON.stringify({ from: 'x', topic: 'later', body: { a: 1 } }));
    expect(heard).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each(['', 'nodes', '{"topic":"nodes"}'])('does no harm as %j', (payload) => {
    nodes[0]?.receive(payload);
    expect(heard).toEqual([]);
    expect(faults).toHaveLength(1);
  });
});
