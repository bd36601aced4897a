import { randomUUID } from 'node:crypto';
import { RoomError } from '@kindling/media/room-error';
import type { OpenPeer, Peer, PeerOptions } from '@kindling/media/rooms';
import { type LivekitApi, unavailable } from '../api/livekit-api.ts';
import { HOST } from './enter-room.ts';
import { openHostedPeer } from './hosted-peer.ts';
import type { RoomHost } from './room-host.ts';

export interface WhipPeersOptions {
  readonly room: string;
  readonly host: RoomHost;
  readonly api: Pick<LivekitApi, 'exchange' | 'removeParticipant'>;
  readonly onFault: (stage: string, error: unknown) => void;
}

/**
 * How often an offer is exchanged until its answer brings the voice of the host. While an earlier connection of the
 * caller is in the room, LiveKit gives the place in about half of the answers to that one's microphone.
 */
const MAX_EXCHANGES = 10;

/**
 * Callers of one room by WHIP: media and texts between them and LiveKit, and from there to the host.
 * Each connection is a participant of its own, so that the one before works until the new one does.
 */
export function createWhipPeers(options: WhipPeersOptions): OpenPeer {
  const { host, onFault } = options;
  const open: OpenPeer = async ({ offer, channelId, events }): Promise<Peer> => {
    // A known channel: the caller restarts ICE. LiveKit would answer with another certificate.
    if (channelId !== null && channelId !== undefined) throw onceOnly();
    await host.ready();
    for (let attempt = 0; attempt < MAX_EXCHANGES; attempt += 1) {
      const { peer, answer } = await exchange(options, { offer, events });
      if (host.voiceId === null || hears(answer, host.voiceId)) return peer;
      peer.close();
    }
    throw unavailable(new Error('LiveKit answers with other voices than that of the server.'));
  };
  return async (request) => {
    try {
      return await open(request);
    } catch (error) {
      // The caller only learns that it is unavailable: the operator needs the cause.
      if (error instanceof RoomError && error.code === 'unavailable')
        onFault('livekit-join', error.cause);
      throw error;
    }
  };
}

/** @throws a `RoomError` */
async function exchange(
  { room, host, api, onFault }: WhipPeersOptions,
  { offer, events }: Pick<PeerOptions, 'offer' | 'events'>,
): Promise<{ readonly peer: Peer; readonly answer: string }> {
  const identity = `caller-${randomUUID()}`;
  let answer = '';
  const peer = openHostedPeer({
    ...{ room, identity, host, api, events, onFault },
    answer(later) {
      if (mediaOf(later.sdp) !== mediaOf(offer.sdp)) throw onceOnly();
      return answer;
    },
  });
  try {
    const track = host.voiceId === null ? null : { identity: HOST, track: HOST };
    answer = await api.exchange({ room, identity, sdp: offer.sdp, hears: track });
    return { peer, answer };
  } catch (error) {
    peer.close();
    throw error;
  }
}

/** Whether the answer brings this track of LiveKit's: `a=msid:<stream> <id of the track>`. */
function hears(answer: string, id: string): boolean {
  return [...answer.matchAll(/^a=msid:\S+ (\S+)/gm)].some(([, track]) => track === id);
}

/** What of an offer decides about tracks: clients also send one that changes nothing, to see who answers. */
function mediaOf(sdp: string): string {
  const lines = sdp.match(/^(?:m=\w+|a=mid:\S+|a=(?:sendrecv|sendonly|recvonly|inactive))/gm);
  return (lines ?? []).join(' ');
}

function onceOnly(): RoomError {
  return new RoomError(
    'bad_request',
    'A connection of this call cannot be changed once it is made. Make a new one.',
  );
}
