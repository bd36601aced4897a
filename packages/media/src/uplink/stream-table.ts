import { readExtension } from '../rtp/header-extension.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import type { ReceptionBlock } from '../rtp/write-rtcp.ts';
import type { ExtensionName, OfferedStream } from '../transport/sdp/offered-stream.ts';
import { createMissingPackets, type MissingPackets } from './missing-packets.ts';
import { createReception, type Reception } from './reception.ts';

/** A track that a participant sends, and the m-line it comes on. */
export interface UplinkTrack {
  readonly stream: OfferedStream;
  readonly name: string;
}

/** One SSRC: a whole track, or one simulcast encoding of it. */
export interface IncomingStream {
  readonly ssrc: number;
  track: UplinkTrack;
  readonly layer: number;
  readonly reception: Reception;
  readonly missing: MissingPackets | null;
}

/** Finds the track that a packet belongs to. */
export interface StreamTable {
  /** Replaces the tracks after an offer; streams of tracks that remain are kept. */
  setTracks(tracks: readonly UplinkTrack[], freshConnection: boolean): void;
  /** Null for packets that belong to no track. */
  route(bytes: Uint8Array, packet: RtpPacket): IncomingStream | null;
  find(name: string, layer: number): IncomingStream | undefined;
  anyVideo(): IncomingStream | undefined;
  noteSenderReport(ssrc: number, ntpMiddle: number, now: number): void;
  report(now: number): ReceptionBlock[];
}

/** Twelve tracks, some in three encodings; a sender with more is trying out SSRCs. */
const MAX_STREAMS = 31;

export function createStreamTable(): StreamTable {
  const streams = new Map<number, IncomingStream>();
  let tracks: readonly UplinkTrack[] = [];

  const readText = (
    bytes: Uint8Array,
    track: UplinkTrack,
    name: Extract<ExtensionName, 'mid' | 'rid'>,
  ): string | null => {
    const value = readExtension(bytes, track.stream.extensions.get(name) ?? 0);
    return value === null ? null : Buffer.from(value).toString('latin1');
  };

  /** By the mid in the packet, or by payload type for senders that include none. */
  const locate = (bytes: Uint8Array, packet: RtpPacket): UplinkTrack | undefined => {
    const named = tracks.find((track) => readText(bytes, track, 'mid') === track.stream.mid);
    if (named !== undefined) return named;
    if (tracks.some((track) => readText(bytes, track, 'mid') !== null)) return undefined;
    return tracks.find(
      ({ stream }) => stream.payloadType === packet.payloadType && stream.rids.length === 0,
    );
  };

  const add = (ssrc: number, track: UplinkTrack, layer: number): IncomingStream => {
    const oldest = streams.size >= MAX_STREAMS ? streams.keys().next().value : undefined;
    if (oldest !== undefined) streams.delete(oldest);
    const video = track.stream.media === 'video';
    const stream: IncomingStream = {
      ssrc,
      track,
      layer,
      reception: createReception(ssrc, video ? 90_000 : 48_000),
      missing: video ? createMissingPackets() : null,
    };
    streams.set(ssrc, stream);
    return stream;
  };

  const learn = (bytes: Uint8Array, packet: RtpPacket): IncomingStream | null => {
    const track = locate(bytes, packet);
    if (track === undefined || track.stream.payloadType !== packet.payloadType) return null;
    if (track.stream.rids.length === 0) return add(packet.ssrc, track, 0);
    const rid = readText(bytes, track, 'rid');
    const layer = rid === null ? -1 : track.stream.rids.indexOf(rid);
    return layer === -1 ? null : add(packet.ssrc, track, layer);
  };

  return {
    setTracks(next, freshConnection) {
      tracks = next;
      for (const [ssrc, stream] of streams) {
        const track = next.find(
          (one) => one.stream.mid === stream.track.stream.mid && one.name === stream.track.name,
        );
        if (freshConnection || track === undefined) streams.delete(ssrc);
        else stream.track = track;
      }
      for (const track of next) {
        const [ssrc] = track.stream.ssrcs;
        if (track.stream.rids.length === 0 && ssrc !== undefined && !streams.has(ssrc))
          add(ssrc, track, 0);
      }
    },
    route(bytes, packet) {
      const known = streams.get(packet.ssrc);
      if (known === undefined) return learn(bytes, packet);
      return known.track.stream.payloadType === packet.payloadType ? known : null;
    },
    find: (name, layer) =>
      [...streams.values()].findLast((one) => one.track.name === name && one.layer === layer),
    anyVideo: () => [...streams.values()].find((one) => one.track.stream.media === 'video'),
    noteSenderReport: (ssrc, ntpMiddle, now) =>
      streams.get(ssrc)?.reception.noteSenderReport(ntpMiddle, now),
    report: (now) =>
      [...streams.values()]
        .map((stream) => stream.reception.report(now))
        .filter((block) => block !== null),
  };
}
