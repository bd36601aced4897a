import { DATA_CHANNEL_LABEL } from '@kindling/protocol/room';
import datachannel, { type DataChannel, type PeerConnection, type Track } from 'node-datachannel';
import { gather } from './gather.ts';
import { keepUntilClosed, noteClosed, noteOpened } from './native-library.ts';
import { composeAnswer } from './sdp/compose-answer.ts';
import type { Offer } from './sdp/parse-offer.ts';
import { composePeerOffer, OPUS_PARAMETERS } from './sdp/peer-offer.ts';
import type { RelayGate } from './stun/relay-gate.ts';
import { onUdpPort, type UdpPlace } from './udp-port.ts';

export type PeerState = 'connecting' | 'connected' | 'disconnected' | 'closed';

export interface PeerNetwork extends UdpPlace {
  readonly publicAddress: string | undefined;
  readonly announceLoopback: boolean;
  /** Null: nobody comes through TURN. */
  readonly relayGate: RelayGate | null;
}

export interface PeerEvents {
  /** Never after `close`; `closed` at most once and last. */
  readonly onState: (state: PeerState) => void;
  /** Every RTP and RTCP packet of the connection, whatever its m-line. */
  readonly onPacket: (packet: Uint8Array) => void;
  readonly onChannelOpen: () => void;
  readonly onText: (text: string) => void;
  /** A binary frame, which the protocol has no use for. */
  readonly onBinary: () => void;
}

export interface PeerOptions {
  readonly offer: Offer;
  readonly network: PeerNetwork;
  readonly events: PeerEvents;
  /**
   * Stream of a channel that the other side has open already, because it kept its connection and
   * restarted ICE: it will not announce the channel again. @default null
   */
  readonly channelId?: number | null;
}

/** SSRC of what is sent on an m-line, by mid; null where nothing is. */
export type SsrcOf = (mid: string) => number | null;

/** One WebRTC connection to one person: packets of any streams both ways and one channel of texts. */
export interface Peer {
  /** Answers the offer it was made for, or a later one with other m-lines on the same transport. */
  answer(offer: Offer, ssrcOf: SsrcOf): string;
  readonly state: PeerState;
  readonly channelOpen: boolean;
  /** Stream of the channel; null until there is one. */
  readonly channelId: number | null;
  /** Bytes of texts not handed to the network yet. */
  readonly bufferedAmount: number;
  /** Largest text the other side takes; 0 while there is no channel. */
  readonly maxMessageBytes: number;
  /** False when the text could not be taken. */
  sendText(text: string): boolean;
  /** RTP or RTCP of any stream. */
  sendPacket(packet: Buffer): boolean;
  /** Idempotent; no event follows. */
  close(): void;
}

/** One frame of the channel at most, both ways; what a room sends is far smaller. */
export const MAX_MESSAGE_BYTES = 262_144;

/** Prepares the answer to an offer. Rejects with an `Error` when the native library refuses it. */
export async function createPeer(options: PeerOptions): Promise<Peer> {
  const { offer, network } = options;
  const connection = new datachannel.PeerConnection('kindling', {
    ...onUdpPort(network),
    forceMediaTransport: true,
    maxMessageSize: MAX_MESSAGE_BYTES,
  });
  noteOpened(connection);
  const wiring = wire(connection, options.events);
  try {
    const track = addPipe(connection, offer);
    wiring.track = track;
    track.onMessage((packet) => !wiring.closed && options.events.onPacket(packet));
    track.onOpen(() => {
      if (wiring.linked && wiring.state === 'connecting') handleLinked(wiring, options.events);
    });
    const id = options.channelId ?? null;
    if (id !== null) {
      const channel = connection.createDataChannel(DATA_CHANNEL_LABEL, { negotiated: true, id });
      useChannel(wiring, channel, options.events);
    }
    const localSdp = await gather(connection, () => {
      connection.setRemoteDescription(composePeerOffer(offer), 'offer');
      connection.setLocalDescription('answer');
    });
    wiring.shutGate = admitRelayed(network.relayGate, localSdp);
    const maxMessageSize = MAX_MESSAGE_BYTES;
    const relayPort = network.relayGate?.port;
    return toPeer(connection, wiring, (answered, ssrcOf) =>
      composeAnswer(answered, { ...network, relayPort, localSdp, ssrcOf, maxMessageSize }),
    );
  } catch (error) {
    shut(connection, wiring);
    throw error;
  }
}

/** The other end may come by way of TURN, with the credentials of this description. */
function admitRelayed(gate: RelayGate | null, localSdp: string): () => void {
  const read = (name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(localSdp)?.[1] ?? '';
  return gate?.admit(read('ice-ufrag'), read('ice-pwd')) ?? (() => undefined);
}

interface Wiring {
  state: PeerState;
  /** The library said that the connection or its channel is up. */
  linked: boolean;
  closed: boolean;
  channel: DataChannel | null;
  track: Track | null;
  shutGate(): void;
}

function wire(connection: PeerConnection, events: PeerEvents): Wiring {
  const wiring: Wiring = {
    state: 'connecting',
    linked: false,
    closed: false,
    channel: null,
    track: null,
    shutGate: () => undefined,
  };
  connection.onStateChange((native) => {
    if (native === 'closed') noteClosed(connection);
    const state = toPeerState(native);
    if (state === 'connected') handleLinked(wiring, events);
    // Where every connection begins.
    else if (state !== 'connecting') enterState(wiring, state, events);
  });
  connection.onDataChannel((channel) => {
    if (wiring.closed || channel.getLabel() !== DATA_CHANNEL_LABEL || wiring.channel !== null) {
      keepUntilClosed(channel);
      channel.close();
    } else useChannel(wiring, channel, events);
  });
  return wiring;
}

function enterState(wiring: Wiring, state: PeerState, events: PeerEvents): void {
  if (wiring.closed || state === wiring.state) return;
  wiring.state = state;
  events.onState(state);
}

/**
 * The library tells of the connection, its channel and its track in no fixed order. Any open channel
 * is a connection, and it counts as one once packets can be sent: before that the first would be lost.
 */
function handleLinked(wiring: Wiring, events: PeerEvents): void {
  wiring.linked = true;
  if (wiring.track?.isOpen() === true) enterState(wiring, 'connected', events);
}

function handleChannelOpen(wiring: Wiring, events: PeerEvents): void {
  if (wiring.state === 'connecting') handleLinked(wiring, events);
  if (!wiring.closed) events.onChannelOpen();
}

function useChannel(wiring: Wiring, channel: DataChannel, events: PeerEvents): void {
  keepUntilClosed(channel);
  wiring.channel = channel;
  channel.onMessage((message) => {
    if (wiring.closed) return;
    if (typeof message === 'string') events.onText(message);
    else events.onBinary();
  });
  // A channel made by the other side is open when it is announced; the event may be past.
  if (channel.isOpen()) handleChannelOpen(wiring, events);
  else channel.onOpen(() => !wiring.closed && handleChannelOpen(wiring, events));
}

/**
 * One native track without any handler is a pipe for the whole connection: it gets every packet
 * that arrives, decrypted, and encrypts whatever it is given. The m-lines are ours.
 */
function addPipe(connection: PeerConnection, offer: Offer): Track {
  const audio = new datachannel.Audio(offer.audio.mid, 'SendRecv');
  audio.addOpusCodec(offer.audio.payloadType, OPUS_PARAMETERS);
  const track = connection.addTrack(audio);
  keepUntilClosed(track);
  return track;
}

function toPeerState(native: string): PeerState {
  if (native === 'connected' || native === 'disconnected' || native === 'closed') return native;
  return native === 'failed' ? 'closed' : 'connecting';
}

function toPeer(connection: PeerConnection, wiring: Wiring, answer: Peer['answer']): Peer {
  const isChannelOpen = () => !wiring.closed && wiring.channel?.isOpen() === true;
  return {
    answer,
    get state() {
      return wiring.closed ? 'closed' : wiring.state;
    },
    get channelOpen() {
      return isChannelOpen();
    },
    get channelId() {
      return wiring.channel?.getId() ?? null;
    },
    get bufferedAmount() {
      return isChannelOpen() ? (wiring.channel?.bufferedAmount() ?? 0) : 0;
    },
    get maxMessageBytes() {
      return isChannelOpen() ? (wiring.channel?.maxMessageSize() ?? 0) : 0;
    },
    sendText(text) {
      if (!isChannelOpen()) return false;
      try {
        // The result only says whether it was sent at once or buffered.
        wiring.channel?.sendMessage(text);
        return true;
      } catch {
        // The other side has gone; the state that says so is on its way.
        return false;
      }
    },
    sendPacket(packet) {
      if (wiring.closed || wiring.track?.isOpen() !== true) return false;
      try {
        return wiring.track.sendMessageBinary(packet);
      } catch {
        return false;
      }
    },
    close() {
      shut(connection, wiring);
    },
  };
}

/** Parts first: each tells that it is closed, which lets the library forget it. */
function shut(connection: PeerConnection, wiring: Wiring): void {
  if (wiring.closed) return;
  wiring.closed = true;
  wiring.shutGate();
  wiring.channel?.close();
  wiring.track?.close();
  connection.close();
  wiring.channel = null;
  wiring.track = null;
}
