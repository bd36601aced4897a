import { BlockList, isIPv6 } from 'node:net';

/** What is not the open internet: the host itself, its network, and what stands for them (RFC 6890). */
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

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, 'ipv4');
const openV6 = new BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');
/** In the open range, and yet: documentation, 6to4 and Teredo, which carry any IPv4 address. */
const closedV6 = new BlockList();
closedV6.addSubnet('2001:db8::', 32, 'ipv6');
closedV6.addSubnet('2001::', 32, 'ipv6');
closedV6.addSubnet('2002::', 16, 'ipv6');

/** True for addresses of the open internet alone. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, 'ipv4');
  // Whatever is not global unicast is closed, IPv4 in IPv6 included.
  return openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}
