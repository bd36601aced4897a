import type { ConnectionTotals, StreamTotals } from './stats-reader.ts';

export type NetworkState = 'good' | 'warning' | 'bad' | 'unknown';
export type NetworkStateReason =
  | 'sendPacketLoss'
  | 'recvPacketLoss'
  | 'roundTripTime'
  | 'availableOutgoingBitrate';

/** Quality of the network. */
export interface NetworkStats {
  readonly networkState: NetworkState;
  readonly networkStateReasons: NetworkStateReason[];
  readonly stats: NetworkMetrics | Record<string, never>;
  /** Older name of `networkState`. */
  readonly threshold: 'good' | 'low' | 'very-low';
  /** 0 to 100; older, too. */
  readonly quality: number;
}

/** Seconds, bits per second, fractions between 0 and 1; null: not known. */
export interface NetworkSample {
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly recvBitsPerSecond: number | null;
  readonly sendBitsPerSecond: number | null;
  readonly availableOutgoingBitrate: number | null;
  readonly networkRoundTripTime: number | null;
  readonly videoRecvBitsPerSecond: number | null;
  readonly videoSendBitsPerSecond: number | null;
  readonly audioRecvBitsPerSecond: number | null;
  readonly audioSendBitsPerSecond: number | null;
  readonly videoRecvPacketLoss: number | null;
  readonly videoSendPacketLoss: number | null;
  readonly audioRecvPacketLoss: number | null;
  readonly audioSendPacketLoss: number | null;
  readonly totalSendPacketLoss: number | null;
  readonly totalRecvPacketLoss: number | null;
  readonly videoRecvJitter: number | null;
  readonly videoSendJitter: number | null;
  readonly audioRecvJitter: number | null;
  readonly audioSendJitter: number | null;
}

/** The last interval; the worst and the average are of the whole call. */
export interface NetworkMetrics {
  readonly latest: NetworkSample;
  readonly worstVideoRecvPacketLoss: number;
  readonly worstVideoSendPacketLoss: number;
  readonly worstAudioRecvPacketLoss: number;
  readonly worstAudioSendPacketLoss: number;
  readonly worstVideoRecvJitter: number;
  readonly worstVideoSendJitter: number;
  readonly worstAudioRecvJitter: number;
  readonly worstAudioSendJitter: number;
  readonly averageNetworkRoundTripTime: number;
}

export const UNKNOWN_NETWORK: NetworkStats = {
  networkState: 'unknown',
  networkStateReasons: [],
  stats: {},
  threshold: 'good',
  quality: 100,
};

/** What happened between two samples; null where a connection was replaced in between. */
export function sampleNetwork(
  before: ConnectionTotals | null,
  now: ConnectionTotals,
  timestamp: number,
): NetworkSample {
  const seconds = before === null ? 0 : (now.at - before.at) / 1_000;
  const rate = (then: StreamTotals | undefined, after: StreamTotals) => {
    const bytes = then === undefined ? -1 : after.bytes - then.bytes;
    return bytes < 0 || seconds <= 0 ? null : Math.round((bytes * 8) / seconds);
  };
  const { received, sent } = now;
  const audioRecv = lossBetween(before?.received.audio, received.audio, true);
  const videoRecv = lossBetween(before?.received.video, received.video, true);
  const audioSend = lossBetween(before?.sent.audio, sent.audio, false);
  const videoSend = lossBetween(before?.sent.video, sent.video, false);
  const bits = {
    audioRecvBitsPerSecond: rate(before?.received.audio, received.audio),
    videoRecvBitsPerSecond: rate(before?.received.video, received.video),
    audioSendBitsPerSecond: rate(before?.sent.audio, sent.audio),
    videoSendBitsPerSecond: rate(before?.sent.video, sent.video),
  };
  return {
    timestamp,
    ...bits,
    recvBitsPerSecond: plus(bits.audioRecvBitsPerSecond, bits.videoRecvBitsPerSecond),
    sendBitsPerSecond: plus(bits.audioSendBitsPerSecond, bits.videoSendBitsPerSecond),
    availableOutgoingBitrate: now.availableOutgoingBitrate,
    networkRoundTripTime: now.roundTripTime,
    audioRecvPacketLoss: share(audioRecv),
    videoRecvPacketLoss: share(videoRecv),
    audioSendPacketLoss: share(audioSend),
    videoSendPacketLoss: share(videoSend),
    totalRecvPacketLoss: share(together(audioRecv, videoRecv)),
    totalSendPacketLoss: share(together(audioSend, videoSend)),
    audioRecvJitter: received.audio.jitter,
    videoRecvJitter: received.video.jitter,
    audioSendJitter: sent.audio.jitter,
    videoSendJitter: sent.video.jitter,
  };
}

interface Loss {
  readonly lost: number;
  readonly all: number;
}

/** `apart`: lost packets are not part of the packet count. */
function lossBetween(
  before: StreamTotals | undefined,
  now: StreamTotals,
  apart: boolean,
): Loss | null {
  if (before === undefined || now.packets < before.packets) return null;
  const lost = Math.max(0, now.lost - before.lost);
  const counted = now.packets - before.packets;
  return { lost, all: apart ? counted + lost : counted };
}

function together(a: Loss | null, b: Loss | null): Loss | null {
  if (a === null || b === null) return a ?? b;
  return { lost: a.lost + b.lost, all: a.all + b.all };
}

function share(loss: Loss | null): number | null {
  if (loss === null) return null;
  return loss.all === 0 ? 0 : Math.min(1, loss.lost / loss.all);
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}
