import { RoomError } from '@kindling/media/room-error';
import type { Clock } from '@kindling/protocol/clock';
import { type LivekitApi, unavailable } from '../api/livekit-api.ts';
import type { OpenRoomLink, RoomLink, VoiceTrack } from '../rtc/room-link.ts';

/** Identity of the server in a LiveKit room, and the name of its track. */
export const HOST = 'agent';

/** How long a caller waits for the host to be in the room, ms. */
const READY_TIMEOUT = 5_000;
/** Pause before the next attempt to be in the room, ms; the last one for all that follow. */
const RETRY_DELAYS = [250, 1_000, 2_000, 5_000];

/** How often LiveKit is asked, ms, whether the voice arrives there, which it tells nobody; and how many times. */
const LOOK_INTERVAL = 25;
const MAX_LOOKS = 200;

/** What a connected caller sends and is told. */
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
  readonly hasVoice: boolean;
  close(): Promise<void>;
}

export interface RoomHostOptions {
  readonly room: string;
  readonly url: string;
  readonly api: Pick<LivekitApi, 'createRoom' | 'createHostToken' | 'isHeard'>;
  readonly openLink: OpenRoomLink;
  readonly clock: Clock;
  /** Those who are connected no longer hear the host: they have to connect anew. */
  readonly onMoved: () => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

export function createRoomHost(options: RoomHostOptions): RoomHost {
  const { room, api, clock, onFault } = options;
  const peers = new Map<string, HostedPeer>();
  let link: RoomLink | null = null;
  let sampleRate: number | null = null;
  let voice: VoiceTrack | null = null;
  let ready = Promise.withResolvers<void>();
  let failures = 0;
  let everReady = false;
  let closed = false;
  let cancelRetry = (): void => undefined;

  const peerOf = (identity: string | null): HostedPeer | undefined => {
    if (identity !== null) return peers.get(identity);
    // Not announced yet: there is nobody but this server and one caller.
    return peers.size === 1 ? peers.values().next().value : undefined;
  };

  const handleEnded = (replaced: boolean): void => {
    link = null;
    voice = null;
    ready = Promise.withResolvers();
    if (closed) return;
    for (const peer of [...peers.values()]) peer.onGone();
    // Another node has this room now.
    if (replaced) closed = true;
    else retry();
  };

  const retry = (): void => {
    const delay = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    cancelRetry = clock.schedule(delay, () => void enter());
  };

  const publish = async (opened: RoomLink): Promise<void> => {
    if (sampleRate === null) return;
    voice = await opened.publishVoice(HOST, sampleRate);
    for (let attempt = 0; !closed && attempt < MAX_LOOKS; attempt += 1) {
      if (await api.isHeard(room, HOST, HOST)) return;
      await new Promise<void>((resolve) => void clock.schedule(LOOK_INTERVAL, resolve));
    }
    if (!closed) throw new Error('The voice of the server does not arrive at LiveKit.');
  };

  const openLink = async (): Promise<RoomLink> => {
    await api.createRoom(room);
    return options.openLink({
      url: options.url,
      token: await api.createHostToken(room, HOST),
      onFault,
      events: {
        onData: (identity, bytes) => peerOf(identity)?.onData(bytes),
        onVoice: (identity, pcm) => peers.get(identity)?.onVoice(pcm),
        onGone: (identity) => peers.get(identity)?.onGone(),
        onRestored: options.onMoved,
        onEnded: handleEnded,
      },
    });
  };

  const enter = async (): Promise<void> => {
    let opened: RoomLink | null = null;
    try {
      opened = await openLink();
      if (closed) return void opened.close();
      await publish(opened);
      link = opened;
      failures = 0;
      ready.resolve();
      if (everReady) options.onMoved();
      everReady = true;
    } catch (error) {
      onFault('livekit-room', error);
      await opened?.close().catch(() => undefined);
      if (!closed) retry();
    }
  };
  // Whatever the room gets in the same turn, a voice above all, is there when the host enters.
  queueMicrotask(() => void enter());

  return {
    ready() {
      if (closed) return Promise.reject(new RoomError('room_ended', 'This room is elsewhere.'));
      const { promise } = ready;
      return new Promise((resolve, reject) => {
        const cancel = clock.schedule(READY_TIMEOUT, () =>
          reject(unavailable(new Error('LiveKit did not let the server into the room.'))),
        );
        void promise.then(() => {
          cancel();
          resolve();
        });
      });
    },
    openVoice(rate) {
      if (sampleRate !== null)
        throw new RoomError('not_configured', 'A room over LiveKit has one voice.');
      sampleRate = rate;
      return { capture: (pcm) => voice?.capture(pcm) };
    },
    addPeer(identity, peer) {
      peers.set(identity, peer);
      return () => void peers.delete(identity);
    },
    async send(identity, bytes) {
      if (link === null) throw new Error('LiveKit: not in the room.');
      await link.send(identity, bytes);
    },
    get hasVoice() {
      return sampleRate !== null;
    },
    async close() {
      closed = true;
      cancelRetry();
      peers.clear();
      const last = link;
      link = null;
      voice = null;
      await last?.close();
    },
  };
}
