import { isIP } from 'node:net';
import type { Clock } from '@kindling/protocol/clock';
import { loadOpus } from '../audio/opus-codec.ts';
import { createTicker } from '../audio/ticker.ts';
import type { MediaContext } from '../participant/media-context.ts';
import type { MediaEngine, MediaEngineOptions } from '../port.ts';
import { createRoom, type LocalRoom } from '../room/create-room.ts';
import {
  openRelayGate,
  type RelayGate,
  type RelayGateOptions,
} from '../transport/stun/relay-gate.ts';
import { holdUdpPort, resolveBindAddress } from '../transport/udp-port.ts';

const DEFAULTS = { reconnectGrace: 10_000 } as const satisfies Partial<MediaEngineOptions>;

/** An engine in this process. */
export interface LocalMediaEngine extends MediaEngine {
  /** Its server died: sends clients to look for their rooms elsewhere. */
  abandon(): void;
}

/**
 * Starts the embedded WebRTC engine: all rooms of a process on one UDP port.
 *
 * @throws RangeError for an invalid address.
 * @throws the system's error (`EADDRINUSE`, …) when the port cannot be bound.
 */
export async function createMediaEngine(options: MediaEngineOptions): Promise<LocalMediaEngine> {
  assertAddress('bindAddress', options.bindAddress);
  assertAddress('publicAddress', options.publicAddress);
  const bindAddress = resolveBindAddress(options.bindAddress);
  await loadOpus();
  const held = await holdUdpPort(options.udpPort, bindAddress);
  const mediaAddress = { bindAddress, mediaPort: held.port };
  const relayGate = await openGate(options.relayUdpPort, mediaAddress).catch(
    async (error: unknown) => {
      await held.release();
      throw error;
    },
  );
  const onFault = (stage: string, error: unknown) => options.onFault?.({ stage, error });
  const clock = createMonotonicClock();
  const context: MediaContext = {
    network: {
      udpPort: held.port,
      bindAddress,
      publicAddress: options.publicAddress,
      announceLoopback: bindAddress === undefined && (options.announceLoopback ?? false),
      relayGate,
    },
    reconnectGrace: options.reconnectGrace ?? DEFAULTS.reconnectGrace,
    clock,
    ticker: createTicker({ clock, onError: (error) => onFault('pacing', error) }),
    counters: { received: 0, sent: 0, concealed: 0 },
    onFault,
  };
  return toEngine(context, async () => {
    await relayGate?.close();
    await held.release();
  });
}

async function openGate(
  port: number | undefined,
  media: Omit<RelayGateOptions, 'port'>,
): Promise<RelayGate | null> {
  return port === undefined ? null : openRelayGate({ port, ...media });
}

function toEngine(context: MediaContext, release: () => Promise<void>): LocalMediaEngine {
  const rooms = new Set<LocalRoom>();
  const { counters } = context;
  let closing: Promise<void> | null = null;

  const shut = async (): Promise<void> => {
    await Promise.all([...rooms].map((room) => room.close('The server is shutting down.')));
    context.ticker.stop();
    await release();
  };

  return {
    udpPort: context.network.udpPort,
    createRoom(options) {
      if (closing !== null) throw new Error('The media engine is closed.');
      const room = createRoom(options, context, () => rooms.delete(room));
      rooms.add(room);
      return room;
    },
    stats: () => ({
      rooms: rooms.size,
      participants: [...rooms].reduce((count, room) => count + room.participantCount, 0),
      packetsReceived: counters.received,
      packetsSent: counters.sent,
      packetsConcealed: counters.concealed,
      tracksForwarded: [...rooms].reduce((count, room) => count + room.tracksForwarded, 0),
    }),
    abandon() {
      for (const room of rooms) room.abandon();
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}

function assertAddress(name: string, address: string | undefined): void {
  if (address !== undefined && isIP(address) === 0)
    throw new RangeError(`${name} must be an IP address, not "${address}".`);
}

/** Counts from the start of the process and ignores changes of the system time. */
function createMonotonicClock(): Clock {
  return {
    now: () => performance.now(),
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
