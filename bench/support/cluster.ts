import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { startOwnPostgres } from '../../scripts/test-postgres.ts';
import { SHARED } from '../../tests/cluster/two-nodes.ts';
import { freePort } from '../../tests/support/network/free-port.ts';
import { type NodeProxy, openNodeProxy } from '../../tests/support/network/node-proxy.ts';
import {
  bundleKindling,
  makeDataFolder,
  type RunningKindling,
  startKindling,
} from '../../tests/support/server/kindling.ts';
import { family } from '../../tests/support/server/process-figures.ts';
import { privateToken } from '../../tests/support/server/stored-calls.ts';

/** A node of the whole product, which is killed and started again on its port and folder. */
export interface BenchNode {
  readonly name: string;
  readonly port: number;
  /** Null: it is not running. */
  readonly server: RunningKindling | null;
  start(): Promise<void>;
  /** SIGKILL; `whole`: its media process in the same moment, as a container is killed. */
  kill(whole?: boolean): Promise<void>;
}

/** Nodes on one PostgreSQL, with a proxy before them. */
export interface BenchCluster {
  readonly proxy: NodeProxy;
  readonly nodes: readonly BenchNode[];
  readonly databaseUrl: string;
  readonly privateKey: string;
  close(): Promise<void>;
}

/** @throws where no PostgreSQL is installed */
export async function startCluster(
  count: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchCluster> {
  const postgres = await startOwnPostgres();
  if (postgres === null) throw new Error('This bench needs a PostgreSQL on this machine.');
  await bundleKindling();
  const proxy = await openNodeProxy();
  const nodes: (BenchNode & { readonly folder: string })[] = [];
  async function close(): Promise<void> {
    for (const node of nodes) await node.kill();
    proxy.close();
    await postgres?.stop();
    for (const { folder } of nodes) await rm(folder, { recursive: true, force: true });
  }
  try {
    for (let index = 0; index < count; index += 1) {
      const shared = {
        ...{ ...SHARED, DATABASE_URL: postgres.url, PUBLIC_URL: proxy.url },
        ...{ MAX_CALLS: '200', TOOL_PRIVATE_ADDRESSES: 'true' },
      };
      nodes.push(await createNode(`node-${index + 1}`, { ...shared, ...environment }));
      // One after the other: the first makes the organisation, and has its key.
      await nodes[index]?.start();
    }
  } catch (error) {
    await close();
    throw error;
  }
  proxy.nodes = nodes;
  const first = nodes.find(({ folder }) => existsSync(`${folder}/private-key`));
  const privateKey = privateToken(first?.folder ?? '');
  return { proxy, nodes, databaseUrl: postgres.url, privateKey, close };
}

async function createNode(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<BenchNode & { readonly folder: string }> {
  const port = await freePort();
  const folder = await makeDataFolder();
  let server: RunningKindling | null = null;
  return {
    ...{ name, port, folder },
    get server() {
      return server;
    },
    async start() {
      const own = { NODE_NAME: name, NODE_ADDRESS: `http://127.0.0.1:${port}` };
      server = await startKindling({ port, dataFolder: folder, env: { ...environment, ...own } });
    },
    async kill(whole = false) {
      if (server === null) return;
      const killed = server;
      server = null;
      if (whole) for (const pid of family(killed.pid).slice(1)) process.kill(pid, 'SIGKILL');
      await killed.kill();
    },
  };
}
