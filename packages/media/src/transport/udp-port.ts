import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import datachannel from 'node-datachannel';
import { gather } from './gather.ts';
import { keepUntilClosed, noteClosed, noteOpened, retainNativeLibrary } from './native-library.ts';

export interface HeldUdpPort {
  readonly port: number;
  /** Releases the port and the native library; resolves once all connections are closed. */
  release(): Promise<void>;
}

/**
 * Binds a UDP port (0: a free one) for the native library until it is released. The library binds it
 * with its first connection, releases it with its last, and ends the process when it cannot bind it
 * again. Therefore one connection without a remote end is always kept open. (The library's own
 * listener never releases the port.) Rejects with the system's error (`EADDRINUSE`,
 * `EADDRNOTAVAIL`, …), which the library would swallow.
 */
export async function holdUdpPort(
  wanted: number,
  bindAddress: string | undefined,
): Promise<HeldUdpPort> {
  const port = await findUdpPort(wanted, bindAddress);
  const releaseLibrary = retainNativeLibrary();
  const connection = new datachannel.PeerConnection(
    'keeper',
    onUdpPort({ udpPort: port, bindAddress }),
  );
  noteOpened(connection);
  connection.onStateChange((state) => {
    if (state === 'closed') noteClosed(connection);
  });
  const channel = connection.createDataChannel('keeper');
  keepUntilClosed(channel);
  const release = () => {
    channel.close();
    connection.close();
    return releaseLibrary();
  };
  try {
    await gather(connection, () => connection.setLocalDescription('offer'));
    return { port, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function findUdpPort(port: number, address: string | undefined): Promise<number> {
  if (address !== undefined) return tryUdpPort(port, address);
  try {
    // Like the library: IPv4 and IPv6 on one socket.
    return await tryUdpPort(port, '::');
  } catch (error) {
    if (isSystemError(error) && NO_IPV6.has(error.code ?? '')) return tryUdpPort(port, '0.0.0.0');
    throw error;
  }
}

const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error;

function tryUdpPort(port: number, address: string): Promise<number> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, exclusive: true, address }, () => {
      const bound = socket.address().port;
      socket.close(() => resolve(bound));
    });
  });
}

const WILDCARDS: ReadonlySet<string | undefined> = new Set([undefined, '0.0.0.0', '::']);

/** Undefined for all interfaces: those that exist when a connection is created. */
export function resolveBindAddress(configured: string | undefined): string | undefined {
  return WILDCARDS.has(configured) ? undefined : configured;
}

export interface UdpAddress {
  readonly udpPort: number;
  readonly bindAddress: string | undefined;
}

/** Configuration of a connection that shares the port with all others. */
export function onUdpPort({ udpPort, bindAddress }: UdpAddress) {
  return {
    iceServers: [],
    ...(bindAddress === undefined ? {} : { bindAddress }),
    disableAutoNegotiation: true,
    enableIceUdpMux: true,
    portRangeBegin: udpPort,
    portRangeEnd: udpPort,
  };
}
