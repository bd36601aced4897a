import { BlockList, isIPv6 } from 'node:net';

/** What is not the open internet, by IANA's IPv4 Special-Purpose Address Registry. */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Not the open internet although within global unicast, by IANA's registry for IPv6. */
const CLOSED_V6 = [
  // Protocol assignments: Teredo, benchmarking, ORCHID, drones' and others. None is anybody's server.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which carries any IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, 'ipv6');
/**
 * Global unicast. What is outside is closed, whatever it becomes: loopback, link-local, unique local and
 * site-local, multicast, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), IPv4 within IPv6, SRv6 (5f00::/16).
 */
const openV6 = new BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');

/** True for addresses of the open internet alone. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, 'ipv4');
  return openV6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
