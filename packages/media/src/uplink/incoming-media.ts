import type { SentTrack } from '@kindling/protocol/room';
import type { MediaClock } from '../audio/media-clock.ts';
import { RoomError } from '../room-error.ts';
import { readExtension } from '../rtp/header-extension.ts';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { writeKeyFrameRequest, writeNack, writeReceiverReport } from '../rtp/write-rtcp.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import { createArrivalLog } from './arrival-log.ts';
import { createPublication, type Publication } from './publication.ts';
import { createStreamTable, type IncomingStream, type UplinkTrack } from './stream-table.ts';

/** A camera, a screen with sound and some tracks of one's own. */
const MAX_TRACKS = 12;
const FEEDBACK_INTERVAL = 100;
/** Twice what any browser sends at its best; more is not passed on. */
const MAX_BYTES_PER_SECOND = 3_000_000;

export interface IncomingMediaOptions {
  readonly clock: MediaClock;
  /** Under which reports are written. */
  readonly ssrc: number;
  readonly transmit: (packet: Buffer) => boolean;
  /** Microphone packets, for who decodes them; the level in dB below the loudest, if told. */
  readonly onVoice: (packet: RtpPacket, level: number | null) => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** What one person sends: their tracks, and the way of packets to them. */
export interface IncomingMedia {
  readonly publications: ReadonlyMap<string, Publication>;
  /**
   * Throws `bad_request` when `sends` does not fit the offer; nothing is changed then. Without
   * `sends` a microphone that is there stays as it is, and a new one is on as `audioOn` says.
   */
  plan(offer: Offer, sends: readonly SentTrack[] | undefined, audioOn: boolean): () => void;
  handleRtp(bytes: Uint8Array): void;
  handleSenderReport(ssrc: number, ntpMiddle: number): void;
  /** Once a second: how it arrives; null when nothing did. */
  review(now: number): Buffer | null;
  close(): void;
}

export function createIncomingMedia(options: IncomingMediaOptions): IncomingMedia {
  const { clock, ssrc, transmit, onFault } = options;
  const publications = new Map<string, Publication>();
  const table = createStreamTable();
  const arrivals = createArrivalLog();
  let transport = '';
  let cancelFeedback: (() => void) | null = null;
  let secondBegan = clock.now();
  let secondBytes = 0;

  const requestKeyFrame = (name: string, layer: number): void => {
    const stream = table.find(name, layer);
    if (stream !== undefined) transmit(writeKeyFrameRequest(ssrc, stream.ssrc));
  };

  const publish = ({ name, media, on }: Omit<SentTrack, 'mid'>, said: boolean): void => {
    const known = publications.get(name);
    if (known?.media === media) {
      if (said) known.setOn(on);
      return;
    }
    known?.end();
    const onKeyFrameWanted = (layer: number) => requestKeyFrame(name, layer);
    publications.set(name, createPublication({ name, media, on, onKeyFrameWanted, onFault }));
  };

  const plan: IncomingMedia['plan'] = (offer, sends, audioOn) => {
    const tracks = readTracks(offer, sends, audioOn);
    return () => {
      for (const [name, publication] of publications) {
        if (tracks.some((track) => track.name === name)) continue;
        publication.end();
        publications.delete(name);
      }
      for (const track of tracks) publish(track, sends !== undefined);
      const lines = offer.media.flatMap(({ stream }): UplinkTrack[] => {
        const track = tracks.find(({ mid }) => mid === stream?.mid);
        return stream === null || track === undefined ? [] : [{ stream, name: track.name }];
      });
      const next = `${offer.transport.fingerprint} ${offer.transport.ufrag}`;
      table.setTracks(lines, next !== transport);
      transport = next;
    };
  };

  const flushFeedback = (): void => {
    cancelFeedback = null;
    const video = table.anyVideo();
    const packet = video === undefined ? null : arrivals.take(ssrc, video.ssrc);
    if (packet !== null) transmit(packet);
    if (!arrivals.empty) cancelFeedback = clock.schedule(FEEDBACK_INTERVAL, flushFeedback);
  };

  const noteTransport = (bytes: Uint8Array, stream: IncomingStream, now: number): void => {
    const id = stream.track.stream.extensions.get('transport') ?? 0;
    const value = readExtension(bytes, id);
    if (value === null || value.length < 2) return;
    arrivals.note(((value[0] ?? 0) << 8) | (value[1] ?? 0), now);
    cancelFeedback ??= clock.schedule(FEEDBACK_INTERVAL, flushFeedback);
  };

  const askForMissing = (stream: IncomingStream, packet: RtpPacket, now: number): void => {
    const wanted = stream.missing?.note(packet.sequence, now);
    if (wanted === undefined) return;
    if (wanted.packets.length > 0) transmit(writeNack(ssrc, stream.ssrc, wanted.packets));
    if (wanted.keyFrame) publications.get(stream.track.name)?.requestKeyFrame(stream.layer, now);
  };

  const isWithinRate = (length: number, now: number): boolean => {
    if (now - secondBegan >= 1_000) {
      secondBegan = now;
      secondBytes = 0;
    }
    secondBytes += length;
    return secondBytes <= MAX_BYTES_PER_SECOND;
  };

  const readLevel = (bytes: Uint8Array, stream: IncomingStream): number | null => {
    const value = readExtension(bytes, stream.track.stream.extensions.get('level') ?? 0)?.[0];
    return value === undefined ? null : value & 0x7f;
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
        noteTransport(bytes, stream, now);
        askForMissing(stream, packet, now);
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
      cancelFeedback?.();
      for (const publication of publications.values()) publication.end();
      publications.clear();
    },
  };
}

/** Names whose kind is known, or that others go by. */
const KINDS: Readonly<Record<string, 'audio' | 'video' | null>> = {
  ...{ audio: 'audio', screenAudio: 'audio', video: 'video', screenVideo: 'video' },
  ...{ rmpAudio: null, rmpVideo: null, '*': null },
};

/** Which tracks an offer sends, under which names; the microphone's where nothing was said of it. */
function readTracks(
  offer: Offer,
  sends: readonly SentTrack[] | undefined,
  audioOn: boolean,
): SentTrack[] {
  const sending = offer.media.flatMap(({ stream }) =>
    stream !== null && (stream.direction === 'sendrecv' || stream.direction === 'sendonly')
      ? [stream]
      : [],
  );
  if (sends === undefined)
    return sending
      .filter((stream) => stream === offer.audio)
      .map(({ mid }) => ({ mid, name: 'audio', media: 'audio', on: audioOn }));
  const refuse = (message: string): never => {
    throw new RoomError('bad_request', `sends: ${message}`);
  };
  if (sends.length > MAX_TRACKS) refuse(`at most ${MAX_TRACKS} tracks.`);
  if (new Set(sends.map(({ name }) => name)).size < sends.length) refuse('a name is there twice.');
  if (new Set(sends.map(({ mid }) => mid)).size < sends.length) refuse('a mid is there twice.');
  // A line that is not sent on at the moment keeps its name in the list; its track is not there.
  return sends.filter(({ mid, media, name }) => {
    const track = offer.media.find((one) => one.mid === mid);
    if (track === undefined) refuse(`the offer has no m-line ${mid}.`);
    if (Object.hasOwn(KINDS, name) && KINDS[name] !== media)
      refuse(`${name} is not a name for ${media}.`);
    if (track?.kind !== media) refuse(`${name} is not ${media} on m-line ${mid}.`);
    return sending.some((stream) => stream.mid === mid);
  });
}
