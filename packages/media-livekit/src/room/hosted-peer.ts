import type { Peer, PeerOptions, PeerState } from '@kindling/media/rooms';
import { splitText } from '@kindling/protocol/text-frames';
import type { LivekitApi } from '../api/livekit-api.ts';
import type { RoomHost } from './room-host.ts';
import { createTextReader } from './text-reader.ts';

export interface HostedPeerOptions {
  readonly room: string;
  readonly identity: string;
  readonly host: RoomHost;
  readonly api: Pick<LivekitApi, 'removeParticipant'>;
  readonly events: PeerOptions['events'];
  readonly answer: Peer['answer'];
  readonly onFault: (stage: string, error: unknown) => void;
  readonly onClosed?: () => void;
}

/** One participant of a LiveKit room, whose texts and voice come to the host. */
export function openHostedPeer(options: HostedPeerOptions): Peer {
  const { room, identity, host, events, onFault } = options;
  let state: PeerState = 'connecting';
  let waitingBytes = 0;
  let closed = false;

  const enter = (next: PeerState): void => {
    if (closed || state === next || state === 'closed') return;
    state = next;
    events.onState(next);
  };
  const read = createTextReader({
    onText: (text) => events.onText(text),
    onInvalid: () => events.onBinary(),
  });

  const forget = host.addPeer(identity, {
    onData(bytes) {
      if (closed) return;
      if (state === 'connecting') {
        // Nothing arrives before the channel is open both ways.
        enter('connected');
        events.onChannelOpen();
      }
      read(bytes);
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

  return {
    answer: options.answer,
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
    // Media goes by LiveKit.
    sendPacket: () => false,
    close() {
      if (closed) return;
      closed = true;
      forget();
      options.onClosed?.();
      void options.api.removeParticipant(room, identity);
    },
  };
}
