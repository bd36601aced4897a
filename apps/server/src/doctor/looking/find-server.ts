import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { folderOwner } from '../../platform/data-folder/folder-lock.ts';
import { readIfThere } from '../../platform/data-folder/if-there.ts';
import { getAnswer } from './get-answer.ts';
import { type OpenSocket, socketsOf } from './sockets-of.ts';

/** The server that uses this data folder, in this machine or container. */
export interface ServerHere {
  readonly pid: number;
  /** Where it is reached from here; null: it answers nowhere that is known. */
  readonly url: string | null;
  /** Null: the system does not tell. */
  readonly sockets: readonly OpenSocket[] | null;
}

const HEALTH_TIMEOUT = 5_000;

/** Null where no process of this machine or container holds the data folder. */
export async function findServer(
  config: Pick<Config, 'dataFolder' | 'port' | 'host'>,
): Promise<ServerHere | null> {
  const owner = await folderOwner(config.dataFolder);
  if (owner === null || !owner.isAlive) return null;
  const sockets = await socketsOf(owner.pid);
  const written = (await readIfThere(join(config.dataFolder, 'address')))?.toString('utf8').trim();
  const ports = new Set([
    ...(config.port === null || config.port === 0 ? [] : [config.port]),
    ...(sockets ?? []).flatMap(({ protocol, port }) => (protocol === 'tcp' ? [port] : [])),
  ]);
  const here = [...ports].map((port) => `http://${hostOf(config.host)}:${port}`);
  // A public address leads through a proxy, where another server may answer.
  const local = written !== undefined && /^http:\/\/localhost:\d+$/.test(written) ? [written] : [];
  for (const url of [...here, ...local])
    if (await isHealthy(url)) return { pid: owner.pid, url, sockets };
  return { pid: owner.pid, url: null, sockets };
}

function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await getAnswer(`${url}/healthz`, { timeout: HEALTH_TIMEOUT })).status === 200;
  } catch {
    return false;
  }
}
