import { RoomError } from '@kindling/media/room-error';
import type { RoomLinkEvents } from '../rtc/room-link.ts';
import { keepPresence, type PresenceOptions } from './keep-presence.ts';

/** What a connected caller sends, and receives. */
export interface HostedPeer {
  readonly onData: (bytes: Uint8Array) => void;
  readonly onVoice: (pcm: Int16Array) => void;
  readonly onGone: () => void;
}

/** The server's participant in one LiveKit room: it comes back until it is closed, or replaced. */
export interface RoomHost {
  /**
   * Resolves once it is in the room, and heard there if it has a voice.
   *
   * @throws RoomError `unavailable` when that takes too long
   */
  ready(): Promise<void>;
  /** Once; from now on `capture` is heard, while the host is in the room. */
  openVoice(sampleRate: number): { capture(pcm: Int16Array): void };
  /** The returned function forgets it. */
  addPeer(identity: string, peer: HostedPeer): () => void;
  send(identity: string, bytes: Uint8Array): Promise<void>;
  /** LiveKit's id of the track with its voice, once it is ready; null: it has none. */
  readonly voiceId: string | null;
  close(): Promise<void>;
}

export interface RoomHostOptions extends PresenceOptions {
  /** Those who are connected no longer hear the host: they have to connect anew. */
  readonly onMoved: () => void;
  /** Hears of those who connect. @default the room is for one: what has no known sender is theirs */
  readonly arrivals?: Pick<RoomLinkEvents, 'onPresent' | 'onArrived' | 'onPublished'>;
}

export function createRoomHost(options: RoomHostOptions): RoomHost {
  const { arrivals } = options;
  const peers = new Map<string, HostedPeer>();
  let everReady = false;

  const peerOf = (identity: string | null): HostedPeer | undefined => {
    if (identity !== null) return peers.get(identity);
    // Not announced yet.
    const isTheirs = arrivals === undefined && peers.size === 1;
    return isTheirs ? peers.values().next().value : undefined;
  };

  const presence = keepPresence(options, {
    onData: (identity, bytes) => peerOf(identity)?.onData(bytes),
    onVoice: (identity, pcm) => peers.get(identity)?.onVoice(pcm),
    onPresent: (identity) => arrivals?.onPresent(identity),
    onArrived: (identity) => arrivals?.onArrived(identity),
    onPublished: (identity, track) => arrivals?.onPublished(identity, track),
    onGone: (identity) => peers.get(identity)?.onGone(),
    onLost() {
      for (const peer of [...peers.values()]) peer.onGone();
    },
    onReady() {
      if (everReady) options.onMoved();
      everReady = true;
    },
  });

  return {
    ready: presence.ready,
    openVoice(rate) {
      if (presence.sampleRate !== null)
        throw new RoomError('not_configured', 'A room over LiveKit has one voice.');
      presence.sampleRate = rate;
      return { capture: (pcm) => presence.voice?.capture(pcm) };
    },
    addPeer(identity, peer) {
      peers.set(identity, peer);
      return () => void peers.delete(identity);
    },
    async send(identity, bytes) {
      if (presence.link === null) throw new Error('LiveKit: not in the room.');
      await presence.link.send(identity, bytes);
    },
    get voiceId() {
      return presence.voiceId;
    },
    close() {
      peers.clear();
      return presence.close();
    },
  };
}
