import { randomUUID } from 'node:crypto';
import { RoomError } from '@kindling/media/room-error';
import type { OpenPeer, Peer, PeerState } from '@kindling/media/rooms';
import type { LivekitApi } from '../api/livekit-api.ts';
import { HOST } from './keep-presence.ts';
import type { RoomHost } from './room-host.ts';
import { splitText } from './split-text.ts';

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
    let state: PeerState = 'connecting';
    let waitingBytes = 0;
    let closed = false;

    const enter = (next: PeerState): void => {
      if (closed || state === next || state === 'closed') return;
      state = next;
      events.onState(next);
    };

    const forget = host.addPeer(identity, {
      onData(bytes) {
        if (closed) return;
        if (state === 'connecting') {
          // Nothing arrives before the channel is open both ways.
          enter('connected');
          events.onChannelOpen();
        }
        events.onText(Buffer.from(bytes).toString('utf8'));
      },
      onVoice: (pcm) => !closed && events.onVoice(pcm),
      onGone: () => enter('closed'),
    });

    const send = (bytes: Uint8Array): void => {
      waitingBytes += bytes.length;
      host
        .send(identity, bytes)
        .catch((error: unknown) => {
          if (!closed && state === 'connected') onFault('livekit-send', error);
        })
        .finally(() => {
          waitingBytes -= bytes.length;
        });
    };

    const answer = await api
      .exchange({
        room,
        identity,
        sdp: offer.sdp,
        hears: host.hasVoice ? { identity: HOST, track: HOST } : null,
      })
      .catch((error: unknown) => {
        forget();
        throw error;
      });

    return {
      answer(later) {
        if (mediaOf(later.sdp) !== mediaOf(offer.sdp)) throw onceOnly();
        return answer;
      },
      get state() {
        return closed ? 'closed' : state;
      },
      get channelOpen() {
        return !closed && state === 'connected';
      },
      get channelId() {
        return state === 'connected' ? 0 : null;
      },
      get bufferedAmount() {
        return waitingBytes;
      },
      // Longer texts are split.
      maxMessageBytes: 0,
      sendText(text) {
        if (closed || state !== 'connected') return false;
        for (const bytes of splitText(text)) send(bytes);
        return true;
      },
      // What is sent to callers goes by the host's own track.
      sendPacket: () => false,
      close() {
        if (closed) return;
        closed = true;
        forget();
        void api.removeParticipant(room, identity);
      },
    };
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
