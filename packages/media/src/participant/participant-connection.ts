import type { Clock } from '@kindling/protocol/clock';
import type { RoomEvent } from '@kindling/protocol/room';
import { isRoomError, RoomError } from '../room-error.ts';
import type { OpenPeer, Peer, PeerOptions, PeerState, SsrcOf } from '../transport/create-peer.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import { invalidSdp } from '../transport/sdp/sdp-section.ts';
import { createEventSender, type EventSender } from './event-sender.ts';
import { CONNECT_TIMEOUT, createLinks, type Link, type Links } from './links.ts';
import { createLossDetector, type LossDetector } from './loss-detector.ts';

export interface ParticipantConnectionOptions {
  /** Whose it is, once there are offers. */
  readonly participant: () => PeerOptions['participant'];
  /** Whether the client confirms the events it received. */
  readonly confirms: boolean;
  /** See `RoomOptions`. */
  readonly generation: number;
  readonly openPeer: OpenPeer;
  readonly clock: Clock;
  /** ms */
  readonly reconnectGrace: number;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  readonly onPacket: (packet: Uint8Array) => void;
  /** 20 ms of the microphone, where the peer decodes it. */
  readonly onVoice: (pcm: Int16Array) => void;
  /** The connection came up or went away. */
  readonly onReachable: (reachable: boolean) => void;
  /** A new connection took over: events sent last may have gone to the old one. */
  readonly onReplaced: () => void;
  /** No connection came back within the grace; called once. */
  readonly onLost: () => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** The connection to one participant. Peers may be replaced while the participant remains. */
export interface ParticipantConnection {
  readonly reachable: boolean;
  /** True once no peer is left that could carry anything. */
  readonly closed: boolean;
  /**
   * Answers an offer. On the transport in use it only changes m-lines; otherwise a new peer is created,
   * and a working one is kept until the new one works.
   *
   * @throws a `RoomError`
   */
  connect(offer: Offer, ssrcOf: SsrcOf): Promise<string>;
  /** Reliable and in order; kept while there is no connection. */
  send(event: RoomEvent): void;
  /** Neither kept nor numbered: lost when there is no connection. */
  sendNow(event: RoomEvent): void;
  /** The participant received every event up to this number. */
  confirm(received: number): void;
  sendPacket(packet: Buffer): boolean;
  /**
   * From now on silence is loss: the client has shown that it sends something regularly.
   * Otherwise ICE notices a broken connection only after 30 seconds.
   */
  expectTraffic(): void;
  close(): void;
}

export function createParticipantConnection(
  options: ParticipantConnectionOptions,
): ParticipantConnection {
  const links = createLinks(options.clock);
  let closed = false;
  const loss = createLossDetector({
    clock: options.clock,
    reconnectGrace: options.reconnectGrace,
    isReachable: () => state.reachable,
    onLost: options.onLost,
  });
  const events = createEventSender({
    confirms: options.confirms,
    generation: options.generation,
    peer: () => links.current?.peer ?? null,
    isReachable: () => state.reachable,
    onFault: options.onFault,
  });

  const state = createLinkState(options, { links, loss, events });

  const openPeer = (link: Link, offer: Offer): Promise<Peer> => {
    const isLive = () => !closed && links.has(link);
    return options.openPeer({
      offer,
      participant: options.participant(),
      channelId: link.channelId,
      events: {
        onState(next) {
          if (!closed) state.handlePeer(link, next);
        },
        onPacket(packet) {
          loss.noteTraffic();
          if (link === links.current) options.onPacket(packet);
        },
        onVoice(pcm) {
          loss.noteTraffic();
          if (link === links.current) options.onVoice(pcm);
        },
        onChannelOpen() {
          link.channelId = link.peer?.channelId ?? link.channelId;
          if (link === links.current) events.flush();
        },
        onText(text) {
          loss.noteTraffic();
          if (isLive()) options.onText(text);
        },
        onBinary: () => isLive() && options.onBinary(),
      },
    });
  };

  const connect: ParticipantConnection['connect'] = async (offer, ssrcOf) => {
    const { fingerprint, ufrag } = offer.transport;
    const same = links.find(fingerprint, ufrag)?.peer;
    if (same && same.state !== 'closed') return same.answer(offer, ssrcOf);
    const channelId = links.current?.fingerprint === fingerprint ? links.current.channelId : null;
    const link: Link = { peer: null, fingerprint, ufrag, channelId };
    const peer = await openPeer(link, offer).catch((error: unknown) => {
      if (isRoomError(error)) throw error;
      options.onFault('answer', error);
      throw invalidSdp('it could not be answered.');
    });
    if (closed) {
      peer.close();
      throw new RoomError('room_ended', 'The participant left while joining.');
    }
    link.peer = peer;
    state.install(link);
    if (peer.state === 'connected') state.handlePeer(link, 'connected');
    return peer.answer(offer, ssrcOf);
  };

  return {
    get reachable() {
      return state.reachable;
    },
    get closed() {
      const peerState = links.current?.peer?.state ?? 'closed';
      return closed || peerState === 'closed' || peerState === 'disconnected';
    },
    connect,
    send: events.send,
    sendNow: events.sendNow,
    confirm: events.confirm,
    sendPacket: (packet) => state.reachable && links.current?.peer?.sendPacket(packet) === true,
    expectTraffic() {
      if (!closed) loss.watchSilence();
    },
    close() {
      if (closed) return;
      closed = true;
      loss.close();
      links.close();
      events.close();
      state.setReachable(false);
    },
  };
}

/** Whether the participant is reachable, and which link serves them. */
function createLinkState(
  options: Pick<ParticipantConnectionOptions, 'reconnectGrace' | 'onReachable' | 'onReplaced'>,
  parts: { readonly links: Links; readonly loss: LossDetector; readonly events: EventSender },
) {
  const { links, loss, events } = parts;
  let reachable = false;

  const setReachable = (next: boolean): void => {
    if (reachable === next) return;
    reachable = next;
    options.onReachable(next);
  };

  const takeOver = (link: Link): void => {
    const former = links.promote(link);
    events.rewind();
    former?.peer?.close();
  };

  const handleConnected = (link: Link): void => {
    if (link === links.successor) takeOver(link);
    if (link !== links.current) return;
    loss.noteConnected();
    const isReplacement = links.noteEstablished(link);
    setReachable(true);
    events.flush();
    if (isReplacement) options.onReplaced();
  };

  const handleGone = (link: Link, state: PeerState): void => {
    if (state === 'closed') link.peer?.close();
    if (link === links.successor) links.drop(link);
    if (link !== links.current) return;
    setReachable(false);
    if (links.successor !== null) {
      takeOver(links.successor);
      loss.expectConnection(CONNECT_TIMEOUT);
    } else if (!loss.isCounting) loss.expectConnection(options.reconnectGrace);
  };

  const install = (link: Link): void => {
    links.drop(links.successor);
    if (links.current?.peer?.state === 'connected') {
      links.prepare(link);
      return;
    }
    takeOver(link);
    loss.expectConnection(CONNECT_TIMEOUT);
  };

  return {
    get reachable(): boolean {
      return reachable;
    },
    setReachable,
    install,
    handlePeer(link: Link, state: PeerState): void {
      if (state === 'connected') handleConnected(link);
      else if (state !== 'connecting') handleGone(link, state);
    },
  };
}
