import { randomInt } from 'node:crypto';
import { DATA_CHANNEL_LABEL } from '@kindling/protocol/room';
import datachannel, { type PeerConnection, type Track } from 'node-datachannel';
import { gather } from '../transport/gather.ts';
import {
  keepUntilClosed,
  noteClosed,
  noteOpened,
  retainNativeLibrary,
} from '../transport/native-library.ts';
import type { SocketAddress } from './xor-address.ts';

export interface RoomTrialOptions {
  /** Hands the offer to a room, and answers what it says. */
  readonly exchange: (offer: string) => Promise<string>;
  /** For the connection, once there is an answer, ms. */
  readonly timeout: number;
}

export interface RoomTrial {
  /** Where the room says that it is reached. */
  readonly announced: readonly SocketAddress[];
  /** Where it was reached; null: it was not. */
  readonly reached: SocketAddress | null;
}

/** A payload type. */
const OPUS = 111;
const CANDIDATE = /^a=candidate:\S+ \d+ udp \d+ (\S+) (\d+) typ /gim;

/**
 * Joins a room as a browser does, without sound, by ICE and DTLS over UDP, and leaves.
 *
 * @throws what `exchange` throws
 */
export async function tryRoom({ exchange, timeout }: RoomTrialOptions): Promise<RoomTrial> {
  const release = retainNativeLibrary();
  const connection = new datachannel.PeerConnection('trial', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  noteOpened(connection);
  const settled = untilSettled(connection, timeout);
  keepUntilClosed(addSilentAudio(connection));
  const channel = connection.createDataChannel(DATA_CHANNEL_LABEL);
  keepUntilClosed(channel);
  try {
    const answer = await exchange(
      await gather(connection, () => connection.setLocalDescription('offer')),
    );
    const announced = [...answer.matchAll(CANDIDATE)].map(([, address = '', port]) => ({
      address,
      port: Number(port),
    }));
    connection.setRemoteDescription(answer, 'answer');
    await settled;
    const remote = connection.getSelectedCandidatePair()?.remote;
    const reached = connection.state() === 'connected' && remote !== undefined;
    return {
      announced,
      reached: reached ? { address: remote.address, port: remote.port } : null,
    };
  } finally {
    channel.close();
    connection.close();
    await release();
  }
}

/** Rooms take no offer without audio; nothing is sent on it. */
function addSilentAudio(connection: PeerConnection): Track {
  const audio = new datachannel.Audio('0', 'SendRecv');
  audio.addOpusCodec(OPUS);
  audio.addSSRC(randomInt(1, 2 ** 31), 'trial', 'trial', 'microphone');
  return connection.addTrack(audio);
}

/** Resolves when it is connected, has failed, or has taken too long. */
function untilSettled(connection: PeerConnection, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout);
    timer.unref();
    connection.onStateChange((state) => {
      if (state === 'closed') noteClosed(connection);
      if (state === 'new' || state === 'connecting') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
