import { randomUUID } from 'node:crypto';
import { RoomError } from '@kindling/media/room-error';
import type { OpenPeer, Peer } from '@kindling/media/rooms';
import type { LivekitApi } from '../api/livekit-api.ts';
import { openHostedPeer } from './hosted-peer.ts';
import { HOST } from './keep-presence.ts';
import type { RoomHost } from './room-host.ts';

export interface WhipPeersOptions {
  readonly room: string;
  readonly host: RoomHost;
  readonly api: Pick<LivekitApi, 'exchange' | 'removeParticipant'>;
  readonly onFault: (stage: string, error: unknown) => void;
}

/**
 * Callers of one room by WHIP: media and texts between them and LiveKit, and from there to the host.
 * Each connection is a participant of its own, so that the one before works until the new one does.
 */
export function createWhipPeers({ room, host, api, onFault }: WhipPeersOptions): OpenPeer {
  return async ({ offer, channelId, events }): Promise<Peer> => {
    // A known channel: the caller restarts ICE. LiveKit would answer with another certificate.
    if (channelId !== null && channelId !== undefined) throw onceOnly();
    await host.ready();
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
      answer = await api.exchange({
        room,
        identity,
        sdp: offer.sdp,
        hears: host.hasVoice ? { identity: HOST, track: HOST } : null,
      });
      return peer;
    } catch (error) {
      peer.close();
      throw error;
    }
  };
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
