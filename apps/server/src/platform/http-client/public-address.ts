import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast. What is outside has no meaning yet, or had one: IPv4 within IPv6 (`::127.0.0.1`). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for addresses of the open internet alone: in none of the ranges that IANA's special-purpose
 * registries keep for something else.
 */
export function isPublicAddress(address: string): boolean {
  // The library alone would read what a socket takes for a name: `0127.0.0.1`, `8.8.8`.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
