import type { Clock } from '@kindling/protocol/clock';
import type { RtcpMessage } from '../rtp/read-rtcp.ts';
import type { SsrcOf } from '../transport/create-peer.ts';
import type { OfferedStream } from '../transport/sdp/offered-stream.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { Publication } from '../uplink/publication.ts';
import { createDownTrack, type DownTrack } from './down-track.ts';
import { createQualityCap } from './quality-cap.ts';

/** A track that the receiver subscribed to and may receive. */
export interface WantedTrack {
  readonly sessionId: string;
  readonly publication: Publication;
  /** Null: the best layer that fits. */
  readonly layer: number | null;
}

/** The agent's voice that the microphone's m-line is reserved for; sent once it is subscribed to. */
export interface WantedVoice {
  readonly sessionId: string;
  readonly publication: Publication;
  readonly subscribed: boolean;
}

/** The receiving m-lines of one participant, and which track comes on which. */
export interface DownTracks {
  /** Prepares the down tracks of an offer; call `apply` once it was answered. */
  plan(offer: Offer): { readonly ssrcOf: SsrcOf; apply(): void };
  /** Whether the microphone's m-line also receives. */
  readonly receivesVoice: boolean;
  /** The m-line on which a track comes; null when it has none. */
  midOf(sessionId: string, track: string): string | null;
  /** True when the publication is being sent to the receiver. */
  carries(sessionId: string, publication: Publication): boolean;
  /** Assigns tracks to m-lines; returns the session ids whose tracks moved. */
  assign(wanted: readonly WantedTrack[], voice: WantedVoice | null): ReadonlySet<string>;
  /** How many tracks are being sent at the moment. */
  readonly flowing: number;
  handleRtcp(message: RtcpMessage): void;
  /** Call once a second: adapts the quality, and returns the sender reports to send. */
  review(now: number): Buffer[];
  close(): void;
}

const MAX_LAYER = 2;
const MIN_REVIEW_INTERVAL = 400;

export interface DownTracksOptions {
  readonly clock: Clock;
  readonly transmit: (packet: Buffer) => boolean;
}

export type OpenDownTracks = (options: DownTracksOptions) => DownTracks;

export function createDownTracks(options: DownTracksOptions): DownTracks {
  const { clock } = options;
  const cap = createQualityCap();
  /** Carries the agent's voice; null when the microphone's m-line does not receive. */
  let microphone: DownTrack | null = null;
  /** Every other receiving m-line. */
  let pool: DownTrack[] = [];
  let wanted: WantedTracks = new Map();
  let reviewedAt = clock.now();

  const all = () => (microphone === null ? pool : [microphone, ...pool]);

  const updateSource = (downTrack: DownTrack): void => {
    const track = downTrack.owner === null ? undefined : wanted.get(keyOf(downTrack.owner));
    downTrack.forwarder.setMaxLayer(Math.min(track?.layer ?? MAX_LAYER, cap.layer));
    downTrack.forwarder.setSource(track?.publication ?? null, clock.now());
  };

  const reviewQuality = (now: number): void => {
    const elapsed = now - reviewedAt;
    const videos = pool.filter(({ media }) => media === 'video');
    if (videos.length === 0 || elapsed < MIN_REVIEW_INTERVAL) return;
    reviewedAt = now;
    const bytes = videos.reduce((sum, downTrack) => sum + downTrack.takeBytes(), 0);
    if (cap.review((bytes * 8_000) / elapsed, now)) for (const one of pool) updateSource(one);
  };

  return {
    plan(offer) {
      const next = planDownTracks(offer, { microphone, pool }, options);
      return {
        ssrcOf: next.ssrcOf,
        apply() {
          const kept = new Set([next.microphone, ...next.pool.map(({ downTrack }) => downTrack)]);
          for (const downTrack of all()) if (!kept.has(downTrack)) downTrack.close();
          microphone = next.microphone;
          microphone?.describe(offer.audio);
          for (const { downTrack, stream } of next.pool) downTrack.describe(stream);
          pool = next.pool.map(({ downTrack }) => downTrack);
        },
      };
    },
    get receivesVoice() {
      return microphone !== null;
    },
    midOf: (sessionId, track) =>
      all().find(({ owner }) => owner?.sessionId === sessionId && owner.name === track)?.mid ??
      null,
    carries: (sessionId, publication) =>
      all().some(
        ({ owner, forwarder }) =>
          owner?.sessionId === sessionId && forwarder.source === publication,
      ),
    assign(tracks, voice) {
      const moved = new Set<string>();
      if (microphone !== null) assignVoice(microphone, voice, moved, clock.now());
      wanted = new Map(
        tracks.map((track) => [
          keyOf({ sessionId: track.sessionId, name: track.publication.name }),
          track,
        ]),
      );
      assignPool(pool, wanted, moved);
      for (const downTrack of pool) updateSource(downTrack);
      return moved;
    },
    get flowing() {
      return all().filter(({ forwarder }) => forwarder.source?.flowing === true).length;
    },
    handleRtcp(message) {
      if (message.type === 'estimate') {
        cap.noteEstimate(message.bitrate, clock.now());
        reviewQuality(clock.now());
      }
      if (message.type === 'nack')
        all()
          .find(({ ssrc }) => ssrc === message.ssrc)
          ?.resend(message.sequences);
      if (message.type === 'key-frame')
        for (const { ssrc, forwarder } of pool)
          if (message.ssrcs.includes(ssrc)) forwarder.requestKeyFrame(clock.now());
      if (message.type === 'reports')
        for (const { ssrc, fractionLost } of message.blocks)
          if (pool.some((one) => one.ssrc === ssrc && one.media === 'video'))
            cap.noteLoss(fractionLost);
    },
    review(now) {
      reviewQuality(now);
      return all()
        .map((downTrack) => downTrack.report(now))
        .filter((report) => report !== null);
    },
    close() {
      for (const downTrack of all()) downTrack.close();
      microphone = null;
      pool = [];
    },
  };
}

/** By `keyOf`. */
type WantedTracks = ReadonlyMap<string, WantedTrack>;

function keyOf(owner: { readonly sessionId: string; readonly name: string }): string {
  return `${owner.sessionId} ${owner.name}`;
}

/** The down tracks for the m-lines of an offer: existing ones are reused by mid. */
function planDownTracks(
  offer: Offer,
  current: { readonly microphone: DownTrack | null; readonly pool: readonly DownTrack[] },
  options: DownTracksOptions,
) {
  const reuse = (former: DownTrack | null | undefined, stream: OfferedStream) =>
    former ?? createDownTrack({ ...options, stream });
  const microphone = receives(offer.audio, true) ? reuse(current.microphone, offer.audio) : null;
  const pool = offer.media.flatMap(({ stream }) => {
    if (stream === null || stream === offer.audio || !receives(stream, false)) return [];
    const former = current.pool.find((one) => one.mid === stream.mid && one.media === stream.media);
    return [{ stream, downTrack: reuse(former, stream) }];
  });
  return {
    microphone,
    pool,
    ssrcOf: (mid: string) =>
      mid === offer.audio.mid
        ? (microphone?.ssrc ?? null)
        : (pool.find(({ stream }) => stream.mid === mid)?.downTrack.ssrc ?? null),
  };
}

/** The microphone's m-line works both ways; any other that sends does not receive. */
function receives(stream: OfferedStream, isMicrophone: boolean): boolean {
  return stream.direction === 'recvonly' || (isMicrophone && stream.direction === 'sendrecv');
}

function assignVoice(
  microphone: DownTrack,
  voice: WantedVoice | null,
  moved: Set<string>,
  now: number,
): void {
  const owner =
    voice === null ? null : { sessionId: voice.sessionId, name: voice.publication.name };
  if (microphone.owner?.sessionId !== owner?.sessionId) {
    if (microphone.owner !== null) moved.add(microphone.owner.sessionId);
    if (owner !== null) moved.add(owner.sessionId);
  }
  microphone.owner = owner;
  microphone.forwarder.setSource(voice?.subscribed === true ? voice.publication : null, now);
}

/**
 * Gives each wanted track a down track of its kind. Tracks that have one keep it; flowing tracks
 * take free ones first, then those of tracks that do not flow.
 */
function assignPool(pool: readonly DownTrack[], wanted: WantedTracks, moved: Set<string>): void {
  const placed = new Set<string>();
  for (const downTrack of pool) {
    if (downTrack.owner === null) continue;
    const key = keyOf(downTrack.owner);
    if (wanted.get(key)?.publication.media === downTrack.media && !placed.has(key)) placed.add(key);
    else {
      moved.add(downTrack.owner.sessionId);
      downTrack.owner = null;
    }
  }
  const isFlowing = ({ owner }: DownTrack) =>
    owner !== null && wanted.get(keyOf(owner))?.publication.flowing === true;
  for (const [key, { sessionId, publication }] of wanted) {
    if (placed.has(key) || !publication.flowing) continue;
    const fits = pool.filter(({ media }) => media === publication.media);
    const downTrack =
      fits.find(({ owner }) => owner === null) ?? fits.find((one) => !isFlowing(one));
    if (downTrack === undefined) continue;
    if (downTrack.owner !== null) moved.add(downTrack.owner.sessionId);
    downTrack.owner = { sessionId, name: publication.name };
    moved.add(sessionId);
  }
}
