import { DATA_CHANNEL_LABEL, type Permissions } from '@kindling/protocol/room';
import datachannel, { type DataChannel, type PeerConnection, type Track } from 'node-datachannel';
import { gather } from './gather.ts';
import { keepUntilClosed, noteClosed, noteOpened } from './native-library.ts';
import { composeAnswer } from './sdp/compose-answer.ts';
import type { Offer } from './sdp/parse-offer.ts';
import { composePeerOffer, OPUS_PARAMETERS } from './sdp/peer-offer.ts';
import type { RelayGate } from './stun/relay-gate.ts';
import { onUdpPort, type UdpAddress } from './udp-port.ts';

export type PeerState = 'connecting' | 'connected' | 'disconnected' | 'closed';

export interface PeerNetwork extends UdpAddress {
  readonly publicAddress: string | undefined;
  readonly announceLoopback: boolean;
  /** Null: no connections through TURN. */
  readonly relayGate: RelayGate | null;
}

export interface PeerEvents {
  /** Never after `close`; `closed` at most once and last. */
  readonly onState: (state: PeerState) => void;
  /** Every RTP and RTCP packet of the connection, whatever its m-line. */
  readonly onPacket: (packet: Uint8Array) => void;
  /** Of a peer that decodes the microphone itself: mono, 16 kHz, signed 16-bit, 20 ms. */
  readonly onVoice: (pcm: Int16Array) => void;
  readonly onChannelOpen: () => void;
  readonly onText: (text: string) => void;
  /** A binary frame, which the protocol has no use for. */
  readonly onBinary: () => void;
}

/** Whom a peer is for, as they are at the moment. */
export interface PeerParticipant {
  readonly sessionId: string;
  readonly level: 'lobby' | 'full';
  readonly permissions: Permissions;
}

export interface PeerOptions {
  readonly offer: Offer;
  readonly participant: PeerParticipant;
  readonly events: PeerEvents;
  /**
   * Stream id of the data channel when the client kept its connection and restarted ICE: it does not
   * announce the channel again. @default null
   */
  readonly channelId?: number | null;
}

/**
 * Opens the server end for an offer.
 *
 * @throws a `RoomError`, or the error of what refuses the offer
 */
export type OpenPeer = (options: PeerOptions) => Promise<Peer>;

/** SSRC that is sent on an m-line, by mid; null when nothing is sent. */
export type SsrcOf = (mid: string) => number | null;

/** One WebRTC connection: RTP and RTCP packets of any stream both ways, and one data channel for texts. */
export interface Peer {
  /**
   * Answers the offer it was created for, or a later one with other m-lines on the same transport.
   *
   * @throws a `RoomError` when it cannot be changed
   */
  answer(offer: Offer, ssrcOf: SsrcOf): string;
  readonly state: PeerState;
  readonly channelOpen: boolean;
  /** Stream id of the data channel; null until there is one. */
  readonly channelId: number | null;
  /** Bytes of texts that have not been sent yet. */
  readonly bufferedAmount: number;
  /** Largest text the client accepts; 0 while there is no channel. */
  readonly maxMessageBytes: number;
  /** False when the text could not be sent. */
  sendText(text: string): boolean;
  /** RTP or RTCP of any stream. */
  sendPacket(packet: Buffer): boolean;
  /** Idempotent; no event follows. */
  close(): void;
}

/** Largest data channel message, both ways; what a room sends is far smaller. */
export const MAX_MESSAGE_BYTES = 262_144;

/**
 * Creates the server end for an offer.
 *
 * @throws an `Error` when the native library refuses it
 */
export async function createPeer(
  options: Omit<PeerOptions, 'participant'> & { readonly network: PeerNetwork },
): Promise<Peer> {
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

/** Lets the client connect through TURN with the credentials of this description. */
function admitRelayed(gate: RelayGate | null, localSdp: string): () => void {
  const read = (name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(localSdp)?.[1] ?? '';
  return gate?.admit(read('ice-ufrag'), read('ice-pwd')) ?? (() => undefined);
}

interface Wiring {
  state: PeerState;
  /** The library reported that the connection or its channel is up. */
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
    // Every connection starts as `connecting`.
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
 * The library reports connection, channel and track in no fixed order. Any of them open means
 * connected, but only once packets can be sent: the first ones would be lost before.
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
  // A channel that the client created is open when it is announced; `onOpen` may have fired.
  if (channel.isOpen()) handleChannelOpen(wiring, events);
  else channel.onOpen(() => !wiring.closed && handleChannelOpen(wiring, events));
}

/**
 * One native track without a handler is a pipe for the whole connection: it receives every packet,
 * decrypted, and encrypts every packet it is given. M-lines are handled by this package.
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
        // The return value only says whether it was sent at once or buffered.
        wiring.channel?.sendMessage(text);
        return true;
      } catch {
        // The client is gone; the state change follows.
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

/** Channel and track first: the library frees them when they report that they are closed. */
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
