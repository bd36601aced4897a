import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An IPv4 address within IPv6 is that address; null: no address at all. */
function parseAddress(address: string): Address | null {
  const plain = address.split('%', 1)[0] ?? '';
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

/**
 * What counts as one visitor: an IPv4 address, or the /64 that an IPv6 host takes its addresses from.
 * Anything that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The visitor behind an address; null: a network that is exempt from limits per visitor. */
export type VisitorOf = (address: string) => string | null;

/** @param exempt networks as `10.0.0.0/8`, checked by the configuration */
export function createVisitorOf(exempt: readonly string[]): VisitorOf {
  const networks = exempt.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    const parsed = parseAddress(address);
    const isExempt = networks.some(
      ([network, bits]) => network.kind() === parsed?.kind() && parsed.match(network, bits),
    );
    return isExempt ? null : networkOf(address);
  };
}

/** What may be stored of a visitor: by it they are known again, by who has the secret. */
export function hashVisitor(secret: Buffer, visitor: string): string {
  return createHmac('sha256', secret).update(`visitor ${visitor}`).digest('base64url');
}
