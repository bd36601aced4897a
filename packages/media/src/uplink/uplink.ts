import type { Clock } from '@kindling/protocol/clock';
import type { SentTrack } from '@kindling/protocol/room';
import { readExtension } from '../rtp/header-extension.ts';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { writeKeyFrameRequest, writeNack, writeReceiverReport } from '../rtp/write-rtcp.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import { createPublication, type Publication } from './publication.ts';
import { readSentTracks } from './sent-tracks.ts';
import { createStreamTable, type IncomingStream, type UplinkTrack } from './stream-table.ts';
import { createTransportFeedback } from './transport-feedback.ts';

/** Twice what any browser sends at its best; packets beyond that are dropped. */
const MAX_BYTES_PER_SECOND = 3_000_000;

export interface UplinkOptions {
  readonly clock: Clock;
  /** SSRC that reports and requests are sent from. */
  readonly ssrc: number;
  readonly transmit: (packet: Buffer) => boolean;
  /** A microphone packet; `level` in dB below the maximum, null when the sender does not say. */
  readonly onVoice: (packet: RtpPacket, level: number | null) => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** What one participant sends: their tracks, and the way of RTP packets to them. */
export interface Uplink {
  readonly publications: ReadonlyMap<string, Publication>;
  /**
   * Prepares the tracks of an offer; the returned function applies them. Without `sends` the
   * microphone keeps its state, and a new one is on as `audioOn` says.
   *
   * @throws RoomError `bad_request` when `sends` does not fit the offer; nothing has changed then.
   */
  plan(offer: Offer, sends: readonly SentTrack[] | undefined, audioOn: boolean): () => void;
  handleRtp(bytes: Uint8Array): void;
  handleSenderReport(ssrc: number, ntpMiddle: number): void;
  /** Call once a second: a receiver report; null when nothing arrived. */
  review(now: number): Buffer | null;
  close(): void;
}

export function createUplink(options: UplinkOptions): Uplink {
  const { clock, ssrc, transmit, onFault } = options;
  const publications = new Map<string, Publication>();
  const table = createStreamTable();
  const feedback = createTransportFeedback({
    clock,
    ssrc,
    mediaSsrc: () => table.anyVideo()?.ssrc,
    transmit,
  });
  const isWithinRate = createByteLimit(clock.now());
  let transport = '';

  const requestKeyFrame = (name: string, layer: number): void => {
    const stream = table.find(name, layer);
    if (stream !== undefined) transmit(writeKeyFrameRequest(ssrc, stream.ssrc));
  };

  const publish = ({ name, media, on }: Omit<SentTrack, 'mid'>, isExplicit: boolean): void => {
    const known = publications.get(name);
    if (known?.media === media) {
      if (isExplicit) known.setOn(on);
      return;
    }
    known?.end();
    const onKeyFrameWanted = (layer: number) => requestKeyFrame(name, layer);
    publications.set(name, createPublication({ name, media, on, onKeyFrameWanted, onFault }));
  };

  const plan: Uplink['plan'] = (offer, sends, audioOn) => {
    const tracks = readSentTracks(offer, sends, audioOn);
    return () => {
      for (const [name, publication] of publications) {
        if (tracks.some((track) => track.name === name)) continue;
        publication.end();
        publications.delete(name);
      }
      for (const track of tracks) publish(track, sends !== undefined);
      const routed = offer.media.flatMap(({ stream }): UplinkTrack[] => {
        const track = tracks.find(({ mid }) => mid === stream?.mid);
        return stream === null || track === undefined ? [] : [{ stream, name: track.name }];
      });
      const next = `${offer.transport.fingerprint} ${offer.transport.ufrag}`;
      table.setTracks(routed, next !== transport);
      transport = next;
    };
  };

  const requestMissing = (stream: IncomingStream, packet: RtpPacket, now: number): void => {
    const wanted = stream.missing?.note(packet.sequence, now);
    if (wanted === undefined) return;
    if (wanted.packets.length > 0) transmit(writeNack(ssrc, stream.ssrc, wanted.packets));
    if (wanted.keyFrame) publications.get(stream.track.name)?.requestKeyFrame(stream.layer, now);
  };

  return {
    publications,
    plan,
    handleRtp(bytes) {
      const packet = parseRtp(bytes);
      const now = clock.now();
      if (packet === null || !isWithinRate(bytes.length, now)) return;
      const stream = table.route(bytes, packet);
      const publication = publications.get(stream?.track.name ?? '');
      if (stream === null || publication === undefined) return;
      stream.reception.note(packet.sequence, packet.timestamp, now);
      if (publication.media === 'video') {
        const number = readTransportSequence(bytes, stream);
        if (number !== null) feedback.note(number, now);
        requestMissing(stream, packet, now);
      }
      const { payload, sequence, timestamp, marker } = packet;
      publication.deliver({ payload, sequence, timestamp, marker, arrivedAt: now }, stream.layer);
      if (publication.name === 'audio' && publication.offReason === null)
        options.onVoice(packet, readLevel(bytes, stream));
    },
    handleSenderReport: (of, ntpMiddle) => table.noteSenderReport(of, ntpMiddle, clock.now()),
    review(now) {
      const blocks = table.report(now);
      return blocks.length === 0 ? null : writeReceiverReport(ssrc, blocks);
    },
    close() {
      feedback.close();
      for (const publication of publications.values()) publication.end();
      publications.clear();
    },
  };
}

/** False for packets beyond `MAX_BYTES_PER_SECOND`. */
function createByteLimit(start: number): (length: number, now: number) => boolean {
  let secondBegan = start;
  let bytes = 0;
  return (length, now) => {
    if (now - secondBegan >= 1_000) {
      secondBegan = now;
      bytes = 0;
    }
    bytes += length;
    return bytes <= MAX_BYTES_PER_SECOND;
  };
}

/** Loudness in dB below the maximum (RFC 6464). */
function readLevel(bytes: Uint8Array, { track }: IncomingStream): number | null {
  const value = readExtension(bytes, track.stream.extensions.get('level') ?? 0)?.[0];
  return value === undefined ? null : value & 0x7f;
}

/** Transport-wide sequence number of the packet. */
function readTransportSequence(bytes: Uint8Array, { track }: IncomingStream): number | null {
  const value = readExtension(bytes, track.stream.extensions.get('transport') ?? 0);
  if (value === null || value.length < 2) return null;
  return ((value[0] ?? 0) << 8) | (value[1] ?? 0);
}
