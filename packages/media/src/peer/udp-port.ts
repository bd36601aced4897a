import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Checks that a UDP port can be bound, or finds a free one for 0. Rejects with the system's error
 * (`EADDRINUSE`, `EADDRNOTAVAIL`, …), which the native library would report to nobody.
 */
export function reserveUdpPort(port: number, address: string | undefined): Promise<number> {
  const socket = createSocket(address !== undefined && isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, exclusive: true, ...(address === undefined ? {} : { address }) }, () => {
      const bound = socket.address().port;
      socket.close(() => resolve(bound));
    });
  });
}

/** Loopback where there is nothing else: candidates are otherwise gathered from real interfaces only. */
export function chooseBindAddress(configured: string | undefined): string | undefined {
  if (configured !== undefined && configured !== '0.0.0.0' && configured !== '::')
    return configured;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const usable = addresses.some((address) => !address.internal && address.family === 'IPv4');
  return usable ? undefined : '127.0.0.1';
}
