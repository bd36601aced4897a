import type { RoomEvent } from '@kindling/protocol/room';
import type { MediaClock } from '../audio/media-clock.ts';
import { RoomError } from '../room-error.ts';
import {
  createPeer,
  type Peer,
  type PeerNetwork,
  type PeerState,
  type SsrcOf,
} from '../transport/create-peer.ts';
import { createReliableChannel } from '../transport/reliable-channel.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import { invalidSdp } from '../transport/sdp/sdp-section.ts';
import { sendWithBackpressure } from '../transport/send-with-backpressure.ts';

/** An answered offer must lead to a connection within this time. */
const CONNECT_TIMEOUT = 10_000;
/**
 * Silence that is loss, in graces. The other side takes some seconds to notice that it is cut off, and
 * has the grace to come back only from then on; who is back in time must not find the seat gone.
 */
const SILENCE_GRACES = 1.5;

export interface ParticipantConnectionOptions {
  /** Whether the other side says what has arrived. */
  readonly confirms: boolean;
  readonly network: PeerNetwork;
  readonly clock: MediaClock;
  readonly reconnectGrace: number;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  readonly onPacket: (packet: Uint8Array) => void;
  /** The connection came up or went away. */
  readonly onReachable: (reachable: boolean) => void;
  /** Another connection than before works: what was sent last may have gone to the old one. */
  readonly onReplaced: () => void;
  /** Nothing came back within the grace; called once. */
  readonly onLost: () => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** The way to one person, which may be replaced while they keep their seat. */
export interface ParticipantConnection {
  readonly reachable: boolean;
  /** True once no link is left that could carry anything. */
  readonly closed: boolean;
  /**
   * Answers an offer. On the transport in use it changes m-lines only; otherwise another
   * connection is made, and a working one is kept until the new one works.
   */
  connect(offer: Offer, ssrcOf: SsrcOf): Promise<string>;
  /** In order; kept while there is no connection. */
  send(event: RoomEvent): void;
  /** Not kept and not counted: lost where there is no way at this moment. */
  sendNow(event: RoomEvent): void;
  /** The person has every event up to this number. */
  confirm(received: number): void;
  sendPacket(packet: Buffer): boolean;
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
  readonly ufrag: string;
  /** Kept beyond the peer's end, for a restart that comes after it. */
  channelId: number | null;
}

export function createParticipantConnection(
  options: ParticipantConnectionOptions,
): ParticipantConnection {
  const { clock, onFault } = options;
  const channel = createReliableChannel({ confirms: options.confirms });
  let current: Link | null = null;
  let successor: Link | null = null;
  let established: Link | null = null;
  let reachable = false;
  let closed = false;
  let cancelLoss: (() => void) | null = null;
  let cancelSuccessor: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let heardAt = clock.now();
  /** Told once: who does not read would fill the log otherwise. */
  let overflowed = false;

  const expectWithin = (delay: number): void => {
    cancelLoss?.();
    cancelLoss = clock.schedule(delay, () => {
      cancelLoss = null;
      options.onLost();
    });
  };

  const watch = (): void => {
    const left = options.reconnectGrace * SILENCE_GRACES - (clock.now() - heardAt);
    if (left > 0 || !reachable) {
      cancelWatch = clock.schedule(left > 0 ? left : options.reconnectGrace, watch);
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
    if (reachable && peer?.channelOpen === true)
      channel.drain((text) => sendWithBackpressure(peer, text, onFault));
  };

  const takeOver = (link: Link): void => {
    const former = current;
    successor = null;
    cancelSuccessor?.();
    cancelSuccessor = null;
    current = link;
    channel.rewind();
    former?.peer?.close();
  };

  const handleConnected = (link: Link): void => {
    if (link === successor) takeOver(link);
    if (link !== current) return;
    cancelLoss?.();
    cancelLoss = null;
    heardAt = clock.now();
    const replaced = established !== null && established !== link;
    established = link;
    setReachable(true);
    flush();
    if (replaced) options.onReplaced();
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
        network: options.network,
        channelId: link.channelId,
        events: {
          onState: (state) => handleState(link, state),
          onPacket(packet) {
            heardAt = clock.now();
            if (link === current) options.onPacket(packet);
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
    async connect(offer, ssrcOf) {
      const { fingerprint, ufrag } = offer.transport;
      const same = [current, successor].find(
        (link) => link?.fingerprint === fingerprint && link.ufrag === ufrag,
      );
      if (same?.peer && same.peer.state !== 'closed') return same.peer.answer(offer, ssrcOf);
      const channelId = current?.fingerprint === fingerprint ? current.channelId : null;
      const link: Link = { peer: null, fingerprint, ufrag, channelId };
      const peer = await open(link, offer);
      if (closed) {
        peer.close();
        throw new RoomError('room_ended', 'The participant left while joining.');
      }
      link.peer = peer;
      install(link);
      if (peer.state === 'connected') handleConnected(link);
      return peer.answer(offer, ssrcOf);
    },
    send(event) {
      if (closed) return;
      if (!channel.push(event) && !overflowed) {
        overflowed = true;
        onFault('send', new Error('Too many messages wait to be sent.'));
      }
      flush();
    },
    sendNow(event) {
      const peer = current?.peer;
      if (peer?.channelOpen === true) sendWithBackpressure(peer, JSON.stringify(event), onFault);
    },
    confirm: channel.confirm,
    sendPacket: (packet) => reachable && current?.peer?.sendPacket(packet) === true,
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
      established = null;
      channel.clear();
      setReachable(false);
    },
  };
}
