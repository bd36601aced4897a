import { readExtension } from '../rtp/header-extension.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import type { ReceptionBlock } from '../rtp/write-rtcp.ts';
import type { ExtensionName, OfferedStream } from '../transport/sdp/offered-stream.ts';
import { createMissingPackets, type MissingPackets } from './missing-packets.ts';
import { createReception, type Reception } from './reception.ts';

/** An m-line on which a person sends a track of this name. */
export interface SentLine {
  readonly stream: OfferedStream;
  readonly name: string;
}

/** One SSRC of it: all of the track, or one encoding. */
export interface IncomingStream {
  readonly ssrc: number;
  line: SentLine;
  readonly layer: number;
  readonly reception: Reception;
  readonly missing: MissingPackets | null;
}

/** Which packets belong to which track. */
export interface StreamTable {
  /** The lines of a later offer; streams of lines that are still there stay known. */
  setLines(lines: readonly SentLine[], freshConnection: boolean): void;
  /** Null for what belongs to no track. */
  route(bytes: Uint8Array, packet: RtpPacket): IncomingStream | null;
  find(name: string, layer: number): IncomingStream | undefined;
  anyVideo(): IncomingStream | undefined;
  noteSenderReport(ssrc: number, ntpMiddle: number, now: number): void;
  report(now: number): ReceptionBlock[];
}

/** Twelve tracks, some in three encodings; more is somebody counting through all numbers. */
const MAX_STREAMS = 31;

export function createStreamTable(): StreamTable {
  const streams = new Map<number, IncomingStream>();
  let lines: readonly SentLine[] = [];

  const readText = (
    bytes: Uint8Array,
    line: SentLine,
    name: Extract<ExtensionName, 'mid' | 'rid'>,
  ): string | null => {
    const value = readExtension(bytes, line.stream.extensions.get(name) ?? 0);
    return value === null ? null : Buffer.from(value).toString('latin1');
  };

  /** By the line's name in the packet, or, for senders that put none in, by its payload type. */
  const locate = (bytes: Uint8Array, packet: RtpPacket): SentLine | undefined => {
    const named = lines.find((line) => readText(bytes, line, 'mid') === line.stream.mid);
    if (named !== undefined) return named;
    if (lines.some((line) => readText(bytes, line, 'mid') !== null)) return undefined;
    return lines.find(
      ({ stream }) => stream.payloadType === packet.payloadType && stream.rids.length === 0,
    );
  };

  const add = (ssrc: number, line: SentLine, layer: number): IncomingStream => {
    const oldest = streams.size >= MAX_STREAMS ? streams.keys().next().value : undefined;
    if (oldest !== undefined) streams.delete(oldest);
    const video = line.stream.media === 'video';
    const stream: IncomingStream = {
      ssrc,
      line,
      layer,
      reception: createReception(ssrc, video ? 90_000 : 48_000),
      missing: video ? createMissingPackets() : null,
    };
    streams.set(ssrc, stream);
    return stream;
  };

  const learn = (bytes: Uint8Array, packet: RtpPacket): IncomingStream | null => {
    const line = locate(bytes, packet);
    if (line === undefined || line.stream.payloadType !== packet.payloadType) return null;
    if (line.stream.rids.length === 0) return add(packet.ssrc, line, 0);
    const rid = readText(bytes, line, 'rid');
    const layer = rid === null ? -1 : line.stream.rids.indexOf(rid);
    return layer === -1 ? null : add(packet.ssrc, line, layer);
  };

  return {
    setLines(next, freshConnection) {
      lines = next;
      for (const [ssrc, stream] of streams) {
        const line = next.find(
          (one) => one.stream.mid === stream.line.stream.mid && one.name === stream.line.name,
        );
        if (freshConnection || line === undefined) streams.delete(ssrc);
        else stream.line = line;
      }
      for (const line of next) {
        const [ssrc] = line.stream.ssrcs;
        if (line.stream.rids.length === 0 && ssrc !== undefined && !streams.has(ssrc))
          add(ssrc, line, 0);
      }
    },
    route(bytes, packet) {
      const known = streams.get(packet.ssrc);
      if (known === undefined) return learn(bytes, packet);
      return known.line.stream.payloadType === packet.payloadType ? known : null;
    },
    find: (name, layer) =>
      [...streams.values()].findLast((one) => one.line.name === name && one.layer === layer),
    anyVideo: () => [...streams.values()].find((one) => one.line.stream.media === 'video'),
    noteSenderReport: (ssrc, ntpMiddle, now) =>
      streams.get(ssrc)?.reception.noteSenderReport(ntpMiddle, now),
    report: (now) =>
      [...streams.values()]
        .map((stream) => stream.reception.report(now))
        .filter((block) => block !== null),
  };
}
