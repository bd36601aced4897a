import { isIPv6 } from 'node:net';

export interface AnnouncedOptions {
  readonly udpPort: number;
  /** Announced in place of everything else. */
  readonly publicAddress: string | undefined;
  /** 127.0.0.1 is announced beside the interfaces, for browsers on this machine. */
  readonly announceLoopback: boolean;
}

/** Type preference of host candidates (RFC 8445, 5.1.2.2) with the lowest local preference. */
const LOWEST_HOST_PRIORITY = 126 * 2 ** 24 + 255;
const PUBLIC_PRIORITY = 2_114_977_791;

/**
 * The candidates of an answer. `gathered` are those of the machine's interfaces as they are now,
 * without loopback. Loopback alone would not do: Firefox never pairs its addresses with it.
 */
export function announcedCandidates(
  gathered: readonly string[],
  { udpPort, publicAddress, announceLoopback }: AnnouncedOptions,
): string[] {
  if (publicAddress !== undefined) {
    const foundation = isIPv6(publicAddress) ? 2 : 1;
    return [`${foundation} 1 UDP ${PUBLIC_PRIORITY} ${publicAddress} ${udpPort} typ host`];
  }
  const candidates = new Set(gathered);
  const hasLoopback = gathered.some((candidate) => candidate.split(' ')[4] === '127.0.0.1');
  if (candidates.size === 0 || (announceLoopback && !hasLoopback))
    candidates.add(`loopback 1 UDP ${LOWEST_HOST_PRIORITY} 127.0.0.1 ${udpPort} typ host`);
  return [...candidates];
}
