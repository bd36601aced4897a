import { isIP } from 'node:net';
import { loadOpus } from '../audio/opus-codec.ts';
import { bySdp } from '../participant/by-sdp.ts';
import type { MediaEngineOptions } from '../port.ts';
import { createRoom } from '../room/create-room.ts';
import { createPeer, type PeerNetwork } from '../transport/create-peer.ts';
import {
  openRelayGate,
  type RelayGate,
  type RelayGateOptions,
} from '../transport/stun/relay-gate.ts';
import { holdUdpPort, resolveBindAddress } from '../transport/udp-port.ts';
import { openOpusVoice } from '../uplink/voice-line.ts';
import { assembleEngine, type LocalMediaEngine } from './assemble-engine.ts';

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
  const network: PeerNetwork = {
    udpPort: held.port,
    bindAddress,
    publicAddress: options.publicAddress,
    announceLoopback: bindAddress === undefined && (options.announceLoopback ?? false),
    relayGate,
  };
  return assembleEngine({
    ...options,
    udpPort: held.port,
    openRoom: (room, shared, onClosed) =>
      createRoom(
        room,
        {
          ...shared,
          ...bySdp,
          openPeer: (peer) => createPeer({ ...peer, network }),
          openVoice: openOpusVoice,
        },
        onClosed,
      ),
    async release() {
      await relayGate?.close();
      await held.release();
    },
  });
}

async function openGate(
  port: number | undefined,
  media: Omit<RelayGateOptions, 'port'>,
): Promise<RelayGate | null> {
  return port === undefined ? null : openRelayGate({ port, ...media });
}

function assertAddress(name: string, address: string | undefined): void {
  if (address !== undefined && isIP(address) === 0)
    throw new RangeError(`${name} must be an IP address, not "${address}".`);
}
