import { RoomError } from '@kindling/media/room-error';
import type { Clock } from '@kindling/protocol/clock';
import { type LivekitApi, unavailable } from '../api/livekit-api.ts';
import type { OpenRoomLink, RoomLink, RoomLinkEvents, VoiceTrack } from '../rtc/room-link.ts';

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
  const peers = new Map<string, HostedPeer>();
  let everReady = false;

  const peerOf = (identity: string | null): HostedPeer | undefined => {
    if (identity !== null) return peers.get(identity);
    // Not announced yet: there is nobody but this server and one caller.
    return peers.size === 1 ? peers.values().next().value : undefined;
  };

  const presence = keepPresence(options, {
    onData: (identity, bytes) => peerOf(identity)?.onData(bytes),
    onVoice: (identity, pcm) => peers.get(identity)?.onVoice(pcm),
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
    get hasVoice() {
      return presence.sampleRate !== null;
    },
    close() {
      peers.clear();
      return presence.close();
    },
  };
}

interface PresenceEvents extends Pick<RoomLinkEvents, 'onData' | 'onVoice' | 'onGone'> {
  /** In the room, and heard there; again after each interruption. */
  readonly onReady: () => void;
  readonly onLost: () => void;
}

/** Keeps the server in the room, by one link after another. */
function keepPresence(options: RoomHostOptions, events: PresenceEvents) {
  const { room, api, clock, onFault } = options;
  const { onData, onVoice, onGone } = events;
  const readiness = createReadiness(clock);
  let failures = 0;
  let closed = false;
  let cancelRetry = (): void => undefined;

  const presence = {
    link: null as RoomLink | null,
    voice: null as VoiceTrack | null,
    /** Of its voice; null: it has none. */
    sampleRate: null as number | null,
    ready(): Promise<void> {
      if (closed) return Promise.reject(new RoomError('room_ended', 'This room is elsewhere.'));
      return readiness.wait();
    },
    async close(): Promise<void> {
      closed = true;
      cancelRetry();
      const last = presence.link;
      presence.link = null;
      presence.voice = null;
      await last?.close();
    },
  };

  const retry = (): void => {
    const delay = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    cancelRetry = clock.schedule(delay, () => void enter());
  };

  const handleEnded = (replaced: boolean): void => {
    presence.link = null;
    presence.voice = null;
    readiness.reset();
    if (closed) return;
    events.onLost();
    // Another node has this room now.
    if (replaced) closed = true;
    else retry();
  };

  const untilHeard = async (): Promise<void> => {
    if (presence.sampleRate === null) return;
    for (let attempt = 0; !closed && attempt < MAX_LOOKS; attempt += 1) {
      if (await api.isHeard(room, HOST, HOST)) return;
      await new Promise<void>((resolve) => void clock.schedule(LOOK_INTERVAL, resolve));
    }
    if (!closed) throw new Error('The voice of the server does not arrive at LiveKit.');
  };

  const welcome = (): void => {
    failures = 0;
    readiness.set();
    events.onReady();
  };

  /** Of a link that is over nothing more is heard. */
  const openLink = async () => {
    let isOver = false;
    const end = (replaced: boolean): void => {
      if (isOver) return;
      isOver = true;
      handleEnded(replaced);
    };
    await api.createRoom(room);
    const opened = await options.openLink({
      url: options.url,
      token: await api.createHostToken(room, HOST),
      onFault,
      events: {
        ...{ onData, onVoice, onGone },
        onInterrupted: readiness.reset,
        onRestored: () => untilHeard().then(welcome, giveUp),
        onEnded: end,
      },
    });
    const giveUp = (error: unknown): void => {
      if (!closed) onFault('livekit-room', error);
      void opened.close().catch(() => undefined);
      end(false);
    };
    return { opened, giveUp };
  };

  const beHeardBy = async ({ opened, giveUp }: Awaited<ReturnType<typeof openLink>>) => {
    try {
      const { sampleRate } = presence;
      if (sampleRate !== null) presence.voice = await opened.publishVoice(HOST, sampleRate);
      await untilHeard();
      if (closed) return void opened.close();
      presence.link = opened;
      welcome();
    } catch (error) {
      giveUp(error);
    }
  };

  async function enter(): Promise<void> {
    try {
      const entered = await openLink();
      if (closed) await entered.opened.close();
      else await beHeardBy(entered);
    } catch (error) {
      onFault('livekit-room', error);
      if (!closed) retry();
    }
  }
  // Whatever the room gets in the same turn, a voice above all, is there when the host enters.
  queueMicrotask(() => void enter());
  return presence;
}

/** Something that is so, or will be so again. */
function createReadiness(clock: Clock) {
  let isReady = false;
  let next = Promise.withResolvers<void>();
  return {
    set(): void {
      isReady = true;
      next.resolve();
    },
    reset(): void {
      if (!isReady) return;
      isReady = false;
      next = Promise.withResolvers();
    },
    /** @throws RoomError `unavailable` when it takes too long */
    wait(): Promise<void> {
      const { promise } = next;
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
  };
}
