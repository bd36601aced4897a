import type { MediaClock } from '../pacing/media-clock.ts';
import { createPeer, type Peer, type PeerNetwork, type PeerState } from '../peer/create-peer.ts';
import { RoomError } from '../room-error.ts';
import type { Offer } from '../sdp/parse-offer.ts';
import { invalidSdp } from '../sdp/sdp-section.ts';
import { createOutbox } from './outbox.ts';

/** An answered offer must lead to a connection within this time. */
const CONNECT_TIMEOUT = 10_000;
/** A reader this far behind does not read. */
const MAX_BUFFERED_BYTES = 4_194_304;

export interface SeatConnectionOptions {
  readonly ssrc: number;
  readonly network: PeerNetwork;
  readonly clock: MediaClock;
  readonly reconnectGrace: number;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  readonly onRtp: (packet: Uint8Array) => void;
  /** The connection came up or went away. */
  readonly onReachable: (reachable: boolean) => void;
  /** Nothing came back within the grace; called once. */
  readonly onLost: () => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** The way to one person, which may be replaced while they keep their seat. */
export interface SeatConnection {
  readonly reachable: boolean;
  /** True once no link is left that could carry anything. */
  readonly closed: boolean;
  /** Answers an offer. A working connection is kept until the new one works. */
  connect(offer: Offer): Promise<string>;
  /** In order; kept while there is no connection. */
  send(text: string): void;
  sendRtp(packet: Buffer): boolean;
  /**
   * From now on silence is loss: the other side has shown that it sends something regularly.
   * A connection that breaks without a word is otherwise noticed by ICE, after 30 seconds.
   */
  expectTraffic(): void;
  close(): void;
}

interface Link {
  peer: Peer | null;
  /** Certificate of the other side: the same again means the same connection object over there. */
  readonly fingerprint: string;
  /** Kept beyond the peer's end, for a restart that comes after it. */
  channelId: number | null;
}

export function createSeatConnection(options: SeatConnectionOptions): SeatConnection {
  const { clock, onFault } = options;
  const outbox = createOutbox();
  let current: Link | null = null;
  let successor: Link | null = null;
  let reachable = false;
  let closed = false;
  let cancelLoss: (() => void) | null = null;
  let cancelSuccessor: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let heardAt = clock.now();

  const expectWithin = (delay: number): void => {
    cancelLoss?.();
    cancelLoss = clock.schedule(delay, () => {
      cancelLoss = null;
      options.onLost();
    });
  };

  const watch = (): void => {
    const silence = clock.now() - heardAt;
    if (silence < options.reconnectGrace || !reachable) {
      const wait = Math.max(options.reconnectGrace - silence, options.reconnectGrace / 2);
      cancelWatch = clock.schedule(wait, watch);
      return;
    }
    cancelWatch = null;
    options.onLost();
  };

  const setReachable = (next: boolean): void => {
    if (reachable === next) return;
    reachable = next;
    options.onReachable(next);
  };

  const drop = (link: Link | null): void => {
    link?.peer?.close();
    if (link === successor) {
      cancelSuccessor?.();
      cancelSuccessor = null;
      successor = null;
    }
  };

  const flush = (): void => {
    const peer = current?.peer;
    if (reachable && peer?.channelOpen === true) outbox.drain((text) => hand(peer, text));
  };

  /** False keeps the text: the reader is behind, or gone without our having been told yet. */
  const hand = (peer: Peer, text: string): boolean => {
    const limit = peer.maxMessageBytes;
    if (limit > 0 && Buffer.byteLength(text) > limit) {
      onFault('send', new Error('A message is larger than the other side takes.'));
      return true;
    }
    return peer.bufferedAmount <= MAX_BUFFERED_BYTES && peer.sendText(text);
  };

  const takeOver = (link: Link): void => {
    const former = current;
    successor = null;
    cancelSuccessor?.();
    cancelSuccessor = null;
    current = link;
    former?.peer?.close();
  };

  const handleConnected = (link: Link): void => {
    if (link === successor) takeOver(link);
    if (link !== current) return;
    cancelLoss?.();
    cancelLoss = null;
    heardAt = clock.now();
    setReachable(true);
    flush();
  };

  const handleGone = (link: Link, state: PeerState): void => {
    if (state === 'closed') link.peer?.close();
    if (link === successor) drop(link);
    if (link !== current) return;
    setReachable(false);
    if (successor !== null) {
      takeOver(successor);
      expectWithin(CONNECT_TIMEOUT);
    } else if (cancelLoss === null) expectWithin(options.reconnectGrace);
  };

  const handleState = (link: Link, state: PeerState): void => {
    if (closed) return;
    if (state === 'connected') handleConnected(link);
    else if (state !== 'connecting') handleGone(link, state);
  };

  const open = async (link: Link, offer: Offer): Promise<Peer> => {
    const isLive = () => !closed && (link === current || link === successor);
    try {
      return await createPeer({
        offer,
        ssrc: options.ssrc,
        network: options.network,
        channelId: link.channelId,
        events: {
          onState: (state) => handleState(link, state),
          onRtp(packet) {
            heardAt = clock.now();
            if (link === current) options.onRtp(packet);
          },
          onChannelOpen() {
            link.channelId = link.peer?.channelId ?? link.channelId;
            if (link === current) flush();
          },
          onText(text) {
            heardAt = clock.now();
            if (isLive()) options.onText(text);
          },
          onBinary: () => isLive() && options.onBinary(),
        },
      });
    } catch (error) {
      onFault('answer', error);
      throw invalidSdp('it could not be answered.');
    }
  };

  const install = (link: Link): void => {
    if (current?.peer?.state === 'connected') {
      drop(successor);
      successor = link;
      cancelSuccessor = clock.schedule(CONNECT_TIMEOUT, () => drop(link));
      return;
    }
    drop(successor);
    takeOver(link);
    expectWithin(CONNECT_TIMEOUT);
  };

  return {
    get reachable() {
      return reachable;
    },
    get closed() {
      const state = current?.peer?.state ?? 'closed';
      return closed || state === 'closed' || state === 'disconnected';
    },
    async connect(offer) {
      const { fingerprint } = offer.transport;
      const channelId = current?.fingerprint === fingerprint ? current.channelId : null;
      const link: Link = { peer: null, fingerprint, channelId };
      const peer = await open(link, offer);
      if (closed) {
        peer.close();
        throw new RoomError('room_ended', 'The participant left while joining.');
      }
      link.peer = peer;
      install(link);
      if (peer.state === 'connected') handleConnected(link);
      return peer.answer;
    },
    send(text) {
      if (closed) return;
      if (!outbox.push(text)) onFault('send', new Error('Too many messages wait to be sent.'));
      flush();
    },
    sendRtp: (packet) => reachable && current?.peer?.sendRtp(packet) === true,
    expectTraffic() {
      if (cancelWatch === null && !closed) watch();
    },
    close() {
      if (closed) return;
      closed = true;
      cancelWatch?.();
      cancelLoss?.();
      drop(successor);
      current?.peer?.close();
      current = null;
      outbox.clear();
      setReachable(false);
    },
  };
}
