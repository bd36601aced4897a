import { isIPv6 } from 'node:net';

export interface AnnouncedOptions {
  readonly udpPort: number;
  /** Announced instead of all gathered addresses. */
  readonly publicAddress: string | undefined;
  /** Also announce 127.0.0.1, for browsers on this machine. */
  readonly announceLoopback: boolean;
  /** Also announced for each address, for browsers behind a TURN server; undefined: not announced. */
  readonly relayPort?: number | undefined;
}

/** Type preference of host candidates (RFC 8445, 5.1.2.2) with the lowest local preference. */
const LOWEST_HOST_PRIORITY = 126 * 2 ** 24 + 255;
const PUBLIC_PRIORITY = 2_114_977_791;

/**
 * The candidates of an answer. `gathered`: those of the machine's current interfaces, without
 * loopback. Loopback alone is not enough: Firefox never pairs its addresses with it.
 */
export function announcedCandidates(
  gathered: readonly string[],
  { relayPort, ...options }: AnnouncedOptions,
): string[] {
  const direct = directCandidates(gathered, options);
  if (relayPort === undefined) return direct;
  return [...direct, ...direct.flatMap((candidate) => atRelayPort(candidate, relayPort))];
}

/** At half the priority of direct candidates. TURN servers cannot reach a loopback address. */
function atRelayPort(candidate: string, relayPort: number): string[] {
  const [foundation, component, protocol, priority, address, _, ...rest] = candidate.split(' ');
  if (address === '127.0.0.1' || address === '::1') return [];
  const lower = Math.floor(Number(priority) / 2);
  return [[`${foundation}r`, component, protocol, lower, address, relayPort, ...rest].join(' ')];
}

function directCandidates(
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
