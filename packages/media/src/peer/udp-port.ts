import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import datachannel from 'node-datachannel';
import { gather } from './gather.ts';
import { keepUntilClosed, noteClosed, noteOpened, retainNativeLibrary } from './native-library.ts';

export interface HeldUdpPort {
  readonly port: number;
  /** Gives the port back, and the native library with it; resolves once its connections are closed. */
  release(): Promise<void>;
}

/**
 * Takes a UDP port, or a free one for 0, for the native library and keeps it until it is released.
 * The library takes it with the first connection and gives it up with the last; and where somebody
 * else has it by then, it ends the process. So one connection that nobody answers is always there.
 * (The library's own listener never gives the port back.) Rejects with the system's error
 * (`EADDRINUSE`, `EADDRNOTAVAIL`, …), which the library would report to nobody.
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

function findUdpPort(port: number, address: string | undefined): Promise<number> {
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

export interface UdpPlace {
  readonly udpPort: number;
  readonly bindAddress: string | undefined;
}

/** Settings of a connection that shares the port with all others. */
export function onUdpPort({ udpPort, bindAddress }: UdpPlace) {
  return {
    iceServers: [],
    ...(bindAddress === undefined ? {} : { bindAddress }),
    disableAutoNegotiation: true,
    enableIceUdpMux: true,
    portRangeBegin: udpPort,
    portRangeEnd: udpPort,
  };
}
