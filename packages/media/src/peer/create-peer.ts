import { DATA_CHANNEL_LABEL } from '@kindling/protocol/room';
import datachannel, {
  type DataChannel,
  type PeerConnection,
  type RtpPacketizationConfig,
  type Track,
} from 'node-datachannel';
import { OPUS_RTP_RATE } from '../opus/opus-codec.ts';
import { composeAnswer, reverseDirection } from '../sdp/compose-answer.ts';
import type { Offer } from '../sdp/parse-offer.ts';
import { composePeerOffer, OPUS_PARAMETERS } from '../sdp/peer-offer.ts';
import { gatherAnswer } from './gather-answer.ts';
import { keepUntilClosed, noteClosed, noteOpened } from './native-library.ts';

export type PeerState = 'connecting' | 'connected' | 'disconnected' | 'closed';

export interface PeerNetwork {
  readonly udpPort: number;
  readonly bindAddress: string | undefined;
  readonly publicAddress: string | undefined;
}

export interface PeerEvents {
  /** Never after `close`; `closed` at most once and last. */
  readonly onState: (state: PeerState) => void;
  readonly onRtp: (packet: Uint8Array) => void;
  readonly onChannelOpen: () => void;
  readonly onText: (text: string) => void;
  /** A binary frame, which the protocol has no use for. */
  readonly onBinary: () => void;
}

export interface PeerOptions {
  readonly offer: Offer;
  readonly ssrc: number;
  readonly network: PeerNetwork;
  readonly events: PeerEvents;
  /**
   * Stream of a channel that the other side has open already, because it kept its connection and
   * restarted ICE: it will not announce the channel again. @default null
   */
  readonly channelId?: number | null;
}

/** One WebRTC connection to one person: Opus packets both ways and one channel of texts. */
export interface Peer {
  readonly answer: string;
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
  sendRtp(packet: Buffer): boolean;
  /** Idempotent; no event follows. */
  close(): void;
}

/** One frame of the channel at most, both ways; what a room sends is far smaller. */
export const MAX_MESSAGE_BYTES = 262_144;

/** Answers an offer. Rejects with an `Error` when the native library refuses it. */
export async function createPeer(options: PeerOptions): Promise<Peer> {
  const { offer, ssrc, network } = options;
  const connection = new datachannel.PeerConnection('kindling', {
    iceServers: [],
    ...(network.bindAddress === undefined ? {} : { bindAddress: network.bindAddress }),
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    enableIceUdpMux: true,
    portRangeBegin: network.udpPort,
    portRangeEnd: network.udpPort,
    maxMessageSize: MAX_MESSAGE_BYTES,
  });
  noteOpened(connection);
  const wiring = wire(connection, options.events);
  try {
    const { track, reports } = addAudioTrack(connection, offer, ssrc);
    wiring.reports = reports;
    track.onMessage((packet) => !wiring.closed && options.events.onRtp(packet));
    wiring.track = track;
    const id = options.channelId ?? null;
    if (id !== null) {
      const channel = connection.createDataChannel(DATA_CHANNEL_LABEL, { negotiated: true, id });
      useChannel(wiring, channel, options.events);
    }
    const localSdp = await gatherAnswer(connection, composePeerOffer(offer));
    const { publicAddress } = network;
    const answer = composeAnswer(offer, {
      localSdp,
      publicAddress,
      ssrc,
      maxMessageSize: MAX_MESSAGE_BYTES,
    });
    return toPeer(connection, wiring, answer);
  } catch (error) {
    shut(connection, wiring);
    throw error;
  }
}

interface Wiring {
  state: PeerState;
  closed: boolean;
  channel: DataChannel | null;
  track: Track | null;
  /** Told of every timestamp sent, which sender reports tie to the time of day. */
  reports: RtpPacketizationConfig | null;
}

function wire(connection: PeerConnection, events: PeerEvents): Wiring {
  const wiring: Wiring = {
    state: 'connecting',
    closed: false,
    channel: null,
    track: null,
    reports: null,
  };
  connection.onStateChange((native) => {
    if (native === 'closed') noteClosed(connection);
    const state = toPeerState(native);
    if (wiring.closed || state === wiring.state) return;
    wiring.state = state;
    events.onState(state);
  });
  connection.onDataChannel((channel) => {
    if (wiring.closed || channel.getLabel() !== DATA_CHANNEL_LABEL || wiring.channel !== null) {
      keepUntilClosed(channel);
      channel.close();
    } else useChannel(wiring, channel, events);
  });
  return wiring;
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
  if (channel.isOpen()) events.onChannelOpen();
  else channel.onOpen(() => !wiring.closed && events.onChannelOpen());
}

function addAudioTrack(connection: PeerConnection, offer: Offer, ssrc: number) {
  const directions = {
    sendrecv: 'SendRecv',
    sendonly: 'SendOnly',
    recvonly: 'RecvOnly',
    inactive: 'Inactive',
  } as const;
  const direction = directions[reverseDirection(offer.audio.direction)];
  const audio = new datachannel.Audio(offer.audio.mid, direction);
  audio.addOpusCodec(offer.audio.payloadType, OPUS_PARAMETERS);
  audio.addSSRC(ssrc, 'kindling', 'kindling', 'kindling-audio');
  const track = connection.addTrack(audio);
  keepUntilClosed(track);
  const type = offer.audio.payloadType;
  const reports = new datachannel.RtpPacketizationConfig(ssrc, 'kindling', type, OPUS_RTP_RATE);
  const reporter = new datachannel.RtcpSrReporter(reports);
  reporter.addToChain(new datachannel.RtcpReceivingSession());
  track.setMediaHandler(reporter);
  return { track, reports };
}

function toPeerState(native: string): PeerState {
  if (native === 'connected' || native === 'disconnected' || native === 'closed') return native;
  return native === 'failed' ? 'closed' : 'connecting';
}

function toPeer(connection: PeerConnection, wiring: Wiring, answer: string): Peer {
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
    sendRtp(packet) {
      if (wiring.closed || wiring.track?.isOpen() !== true) return false;
      try {
        if (wiring.reports !== null) wiring.reports.timestamp = packet.readUInt32BE(4);
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
  wiring.channel?.close();
  wiring.track?.close();
  connection.close();
  wiring.channel = null;
  wiring.track = null;
  wiring.reports = null;
}
