import { readdir, readFile, readlink } from 'node:fs/promises';
import { listIfThere } from '../../platform/data-folder/if-there.ts';

export interface OpenSocket {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Whether it is for this machine alone. */
  readonly isLoopback: boolean;
}

const LISTENING = '0A';
const LOOPBACK = /^(?:0100007F|00000000000000000000000001000000)$/;

/**
 * TCP ports that a process and its children listen on, and UDP ports that they receive on. Null where the system does
 * not tell: on anything but Linux, or of other users' processes.
 */
export async function socketsOf(pid: number): Promise<readonly OpenSocket[] | null> {
  try {
    const inodes = new Set<string>();
    for (const one of await familyOf(pid))
      for (const inode of await inodesOf(one)) inodes.add(inode);
    const tables = [
      ['tcp', 'tcp'],
      ['tcp', 'tcp6'],
      ['udp', 'udp'],
      ['udp', 'udp6'],
    ] as const;
    const found = await Promise.all(
      tables.map(async ([protocol, table]) => {
        const text = await readFile(`/proc/${pid}/net/${table}`, 'utf8').catch(() => '');
        return text
          .split('\n')
          .slice(1)
          .flatMap((line) => readRow(line, protocol, inodes));
      }),
    );
    return found.flat();
  } catch {
    return null;
  }
}

function readRow(line: string, protocol: 'tcp' | 'udp', inodes: ReadonlySet<string>): OpenSocket[] {
  const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
  if (!inodes.has(inode) || (protocol === 'tcp' && state !== LISTENING)) return [];
  const [address = '', port = ''] = local.split(':');
  return [{ protocol, port: Number.parseInt(port, 16), isLoopback: LOOPBACK.test(address) }];
}

/** It and its children: media has a process of its own. */
async function familyOf(pid: number): Promise<number[]> {
  const family = [pid];
  for (const thread of await listIfThere(`/proc/${pid}/task`)) {
    const text = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    family.push(...text.split(' ').filter(Boolean).map(Number));
  }
  return family;
}

async function inodesOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')),
  );
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
