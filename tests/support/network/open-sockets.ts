import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Remote ends of all sockets of a process that are not on this machine (Linux). */
export function socketsElsewhere(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      const target = link(`/proc/${pid}/fd/${descriptor}`);
      return /^socket:\[(\d+)\]$/.exec(target)?.slice(1) ?? [];
    }),
  );
  return ['tcp', 'udp', 'tcp6', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9] ?? ''))
      .map((fields) => fields[2] ?? '')
      .filter((remote) => !isLocal(remote.split(':')[0] ?? '')),
  );
}

/** Addresses are hexadecimal in host order: 0100007F is 127.0.0.1; zeros are no peer. */
function isLocal(address: string): boolean {
  if (/^0+$/.test(address)) return true;
  if (address.length === 8) return address.endsWith('7F');
  return address === '00000000000000000000000001000000' || /^0{16}FFFF0000.{6}7F$/.test(address);
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed between the listing and the look.
    return '';
  }
}
