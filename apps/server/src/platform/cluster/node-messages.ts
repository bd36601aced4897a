import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { NodeMessages, Nodes } from './nodes.ts';

const CHANNEL = 'kindling';
export const LISTEN = `listen ${CHANNEL}`;

/** Written by another node, perhaps of another release. */
const envelope = z.object({ from: z.string(), topic: z.string(), body: z.unknown() });

type Listener = (body: never) => void;

export interface NodeMessenger extends Pick<Nodes, 'publish' | 'subscribe'> {
  /** What came by the channel. */
  receive(payload: string): void;
}

/** What nodes tell each other, by NOTIFY: at most once, in at most 8,000 bytes. */
export function createNodeMessenger(
  db: Pick<Database, 'execute'>,
  onFault: (error: unknown) => void,
): NodeMessenger {
  const self = randomUUID();
  const listeners = new Map<string, Listener[]>();
  return {
    async publish(topic, body) {
      const payload = JSON.stringify({ from: self, topic, body });
      await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`).catch(onFault);
    },
    subscribe<T extends keyof NodeMessages>(topic: T, listener: (body: NodeMessages[T]) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    receive(payload) {
      try {
        const { from, topic, body } = envelope.parse(JSON.parse(payload));
        if (from === self) return;
        for (const listener of listeners.get(topic) ?? []) listener(body as never);
      } catch (error) {
        onFault(error);
      }
    },
  };
}
