import { randomUUID } from 'node:crypto';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';
import { freePort } from '../support/network/free-port.ts';
import { openNodeProxy } from '../support/network/node-proxy.ts';
import { makeDataFolder, type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { newDatabase } from './new-database.ts';

export interface TwoNodes {
  /** Of the proxy before both. */
  readonly url: string;
  /** Has the calls that are made while both are there. */
  readonly first: RunningKindling;
  readonly second: RunningKindling;
  close(): Promise<void>;
}

/** What nodes have in common. */
export const SHARED = {
  ...{ CLUSTER: 'true', KINDLING_SECRET: 'ab'.repeat(32) },
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', STORAGE_URL: 's3://key:secret@127.0.0.1:9/none' },
} as const;

/** Two nodes of the whole product on one database. Files are stored by nobody: nothing listens there. */
export async function startTwoNodes(
  postgres: OwnPostgres,
  environment: Readonly<Record<string, string>> = {},
): Promise<TwoNodes> {
  await using stack = new AsyncDisposableStack();
  const database = await newDatabase(postgres, `two_${randomUUID().replaceAll('-', '')}`);
  const proxy = await openNodeProxy();
  stack.defer(() => proxy.close());
  const start = async (name: string): Promise<RunningKindling> => {
    const port = await freePort();
    proxy.nodes = [...proxy.nodes, { port }];
    return startKindling({
      port,
      // Asked for its key when the node is gone.
      dataFolder: await makeDataFolder(),
      env: {
        ...{ ...SHARED, NODE_NAME: name, NODE_ADDRESS: `http://127.0.0.1:${port}` },
        ...{ PUBLIC_URL: proxy.url, DATABASE_URL: database, ...environment },
      },
    });
  };
  const first = await start('node-0');
  stack.defer(async () => void (await first.kill()));
  const second = await start('node-1');
  stack.defer(async () => void (await second.stop()));
  const whole = stack.move();
  return { url: proxy.url, first, second, close: () => whole.disposeAsync() };
}
