const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** Whether an address, as a socket has it, is this machine's loopback. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address);
}

/**
 * Whether a host without its port is this machine alone. Every browser resolves names below
 * `localhost` itself (RFC 6761, 6.3): nobody can point them elsewhere.
 */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || /^(?:.+\.)?localhost\.?$/i.test(host);
}
