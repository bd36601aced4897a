import type { MediaClock } from '../audio/media-clock.ts';
import type { RtcpMessage } from '../rtp/read-rtcp.ts';
import type { SsrcOf } from '../transport/create-peer.ts';
import type { OfferedStream } from '../transport/sdp/offered-stream.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { Publication } from '../uplink/publication.ts';
import { createDownTrack, type DownTrack } from './down-track.ts';
import { createQualityCap } from './quality-cap.ts';

/** A track that the reader asked for and may have. */
export interface WantedTrack {
  readonly sessionId: string;
  readonly publication: Publication;
  /** Null: the best that fits. */
  readonly layer: number | null;
}

/** What the microphone's line is kept for: an agent's voice, sent once it is subscribed to. */
export interface WantedVoice {
  readonly sessionId: string;
  readonly publication: Publication;
  readonly subscribed: boolean;
}

/** The receiving m-lines of one reader, and which track comes on which. */
export interface DownTracks {
  /** Lines for an offer; `apply` once it was answered. */
  plan(offer: Offer): { readonly ssrcOf: SsrcOf; apply(): void };
  /** Whether the microphone's m-line also receives. */
  readonly receivesVoice: boolean;
  midOf(sessionId: string, track: string): string | null;
  /** True when the participant's audio is on its way to the reader. */
  carries(sessionId: string, publication: Publication): boolean;
  /** Gives wanted tracks to lines; returns the session ids whose lines are others now. */
  assign(wanted: readonly WantedTrack[], voice: WantedVoice | null): ReadonlySet<string>;
  /** How many tracks go to the reader at the moment. */
  readonly flowing: number;
  handleRtcp(message: RtcpMessage): void;
  /** Once a second: sender reports to send, and whether less or more fits. */
  review(now: number): Buffer[];
  close(): void;
}

const MAX_LAYER = 2;
const SHORTEST_REVIEW = 400;

export function createDownTracks(options: {
  readonly clock: MediaClock;
  readonly transmit: (packet: Buffer) => boolean;
}): DownTracks {
  const { clock } = options;
  const cap = createQualityCap();
  /** The agent's voice comes on this one; null when the microphone's m-line receives nothing. */
  let microphone: DownTrack | null = null;
  let pool: DownTrack[] = [];
  let wishes = new Map<string, WantedTrack>();

  const all = () => (microphone === null ? pool : [microphone, ...pool]);

  const plan = (offer: Offer) => {
    const reuse = (former: DownTrack | null | undefined, stream: OfferedStream) =>
      former ?? createDownTrack({ ...options, stream });
    const nextMicrophone = receives(offer.audio, true) ? reuse(microphone, offer.audio) : null;
    const next = offer.media.flatMap(({ stream }) => {
      if (stream === null || stream === offer.audio || !receives(stream, false)) return [];
      const former = pool.find(
        (downTrack) => downTrack.mid === stream.mid && downTrack.media === stream.media,
      );
      return [{ stream, downTrack: reuse(former, stream) }];
    });
    return {
      ssrcOf: (mid: string) =>
        mid === offer.audio.mid
          ? (nextMicrophone?.ssrc ?? null)
          : (next.find(({ stream }) => stream.mid === mid)?.downTrack.ssrc ?? null),
      apply() {
        const kept = new Set([nextMicrophone, ...next.map(({ downTrack }) => downTrack)]);
        for (const downTrack of all()) if (!kept.has(downTrack)) downTrack.close();
        microphone = nextMicrophone;
        microphone?.describe(offer.audio);
        for (const { downTrack, stream } of next) downTrack.describe(stream);
        pool = next.map(({ downTrack }) => downTrack);
      },
    };
  };

  const show = (downTrack: DownTrack): void => {
    const wish = downTrack.owner === null ? undefined : wishes.get(keyOf(downTrack.owner));
    downTrack.forwarder.setMaxLayer(Math.min(wish?.layer ?? MAX_LAYER, cap.layer));
    downTrack.forwarder.setSource(wish?.publication ?? null, clock.now());
  };

  const assignVoice = (voice: WantedVoice | null, changed: Set<string>): void => {
    if (microphone === null) return;
    const owner =
      voice === null ? null : { sessionId: voice.sessionId, name: voice.publication.name };
    if (microphone.owner?.sessionId !== owner?.sessionId) {
      if (microphone.owner !== null) changed.add(microphone.owner.sessionId);
      if (owner !== null) changed.add(owner.sessionId);
    }
    microphone.owner = owner;
    microphone.forwarder.setSource(
      voice?.subscribed === true ? voice.publication : null,
      clock.now(),
    );
  };

  let reviewedAt = clock.now();
  const reviewQuality = (now: number): void => {
    const elapsed = now - reviewedAt;
    const videos = pool.filter(({ media }) => media === 'video');
    if (videos.length === 0 || elapsed < SHORTEST_REVIEW) return;
    reviewedAt = now;
    const bytes = videos.reduce((sum, downTrack) => sum + downTrack.takeBytes(), 0);
    if (cap.review((bytes * 8_000) / elapsed, now)) for (const downTrack of pool) show(downTrack);
  };

  const isFlowing = (downTrack: DownTrack) =>
    downTrack.owner !== null && wishes.get(keyOf(downTrack.owner))?.publication.flowing === true;

  return {
    plan,
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
    assign(wanted, voice) {
      const changed = new Set<string>();
      assignVoice(voice, changed);
      wishes = new Map(
        wanted.map((wish) => [
          keyOf({ sessionId: wish.sessionId, name: wish.publication.name }),
          wish,
        ]),
      );
      const placed = new Set<string>();
      for (const downTrack of pool) {
        if (downTrack.owner === null) continue;
        const key = keyOf(downTrack.owner);
        const wish = wishes.get(key);
        if (wish?.publication.media === downTrack.media && !placed.has(key)) placed.add(key);
        else {
          changed.add(downTrack.owner.sessionId);
          downTrack.owner = null;
        }
      }
      for (const [key, { sessionId, publication }] of wishes) {
        if (placed.has(key) || !publication.flowing) continue;
        const fits = pool.filter((downTrack) => downTrack.media === publication.media);
        const downTrack =
          fits.find(({ owner }) => owner === null) ?? fits.find((it) => !isFlowing(it));
        if (downTrack === undefined) continue;
        if (downTrack.owner !== null) changed.add(downTrack.owner.sessionId);
        downTrack.owner = { sessionId, name: publication.name };
        changed.add(sessionId);
      }
      for (const downTrack of pool) show(downTrack);
      return changed;
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
        for (const downTrack of pool)
          if (message.ssrcs.includes(downTrack.ssrc))
            downTrack.forwarder.requestKeyFrame(clock.now());
      if (message.type === 'reports')
        for (const { ssrc, fractionLost } of message.blocks)
          if (pool.some((downTrack) => downTrack.ssrc === ssrc && downTrack.media === 'video'))
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

function keyOf(owner: { readonly sessionId: string; readonly name: string }): string {
  return `${owner.sessionId} ${owner.name}`;
}

/** The microphone's line is for both ways; any other that sends does not receive. */
function receives(stream: OfferedStream, microphone: boolean): boolean {
  return stream.direction === 'recvonly' || (microphone && stream.direction === 'sendrecv');
}
