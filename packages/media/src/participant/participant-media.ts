import { randomInt } from 'node:crypto';
import type { SentTrack } from '@kindling/protocol/room';
import { levelOf } from '../audio/level.ts';
import type { DownTracks } from '../downlink/down-tracks.ts';
import { isRtcpType } from '../rtp/packet.ts';
import { readRtcp } from '../rtp/read-rtcp.ts';
import type { SsrcOf } from '../transport/create-peer.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { AudioListener } from '../uplink/microphone.ts';
import { createMicrophone, type Microphone } from '../uplink/microphone.ts';
import { createObservedMicrophone } from '../uplink/observed-microphone.ts';
import type { Publication } from '../uplink/publication.ts';
import { createUplink, type Uplink } from '../uplink/uplink.ts';
import type { MediaContext } from './media-context.ts';

const REVIEW_INTERVAL = 1_000;

/** The media of one participant: what they send, what they receive, and the RTCP for both. */
export interface ParticipantMedia {
  readonly publications: ReadonlyMap<string, Publication>;
  readonly downTracks: DownTracks;
  /** An RTP or RTCP packet from the participant. */
  handlePacket(bytes: Uint8Array): void;
  /** 20 ms of the microphone from a peer that decodes it itself. */
  handleVoice(pcm: Int16Array): void;
  takeEarlyAudio: Microphone['takeEarlyAudio'];
  /**
   * Prepares the tracks of an offer; call `apply` once it was answered.
   *
   * @throws RoomError `bad_request` when `sends` does not fit the offer.
   */
  plan(
    offer: Offer,
    sends: readonly SentTrack[] | undefined,
    audioOn: boolean,
  ): { readonly ssrcOf: SsrcOf; apply(): void };
  /** RTCP reports are sent every second while the participant is reachable. */
  setReachable(reachable: boolean): void;
  close(): void;
}

export interface ParticipantMediaOptions {
  readonly sessionId: string;
  readonly context: MediaContext;
  readonly listeners: ReadonlyMap<string, AudioListener>;
  readonly transmit: (packet: Buffer) => boolean;
  /** False in the lobby: the microphone is ignored. */
  readonly isInRoom: () => boolean;
  /** Loudness of a microphone packet, dB below the maximum. */
  readonly onLevel: (level: number) => void;
}

export async function createParticipantMedia(
  options: ParticipantMediaOptions,
): Promise<ParticipantMedia> {
  const { sessionId, listeners, transmit } = options;
  const { clock, ticker, counters, onFault } = options.context;
  const microphone = await createMicrophone({
    sessionId,
    clock,
    ticker,
    listeners,
    onConcealed(packets) {
      counters.concealed += packets;
    },
    onFault,
  });
  const uplink = createUplink({
    clock,
    ssrc: randomInt(1, 2 ** 32 - 1),
    transmit,
    onVoice(packet, level) {
      if (!options.isInRoom()) return;
      if (level !== null) options.onLevel(level);
      microphone.handlePacket(packet);
    },
    onFault,
  });
  const downTracks = options.context.openDownTracks({
    clock,
    transmit(packet) {
      const sent = transmit(packet);
      if (sent) counters.sent++;
      return sent;
    },
  });
  const observed = createObservedMicrophone({ clock, onFault });
  let cancelReview: (() => void) | null = null;

  const review = (): void => {
    const now = clock.now();
    const report = uplink.review(now);
    if (report !== null) transmit(report);
    for (const packet of downTracks.review(now)) transmit(packet);
    cancelReview = clock.schedule(REVIEW_INTERVAL, review);
  };

  const stopReviews = (): void => {
    cancelReview?.();
    cancelReview = null;
  };

  return {
    publications: uplink.publications,
    downTracks,
    handlePacket(bytes) {
      if (!isRtcpType(bytes[1] ?? 0)) {
        counters.received++;
        uplink.handleRtp(bytes);
        return;
      }
      handleReports(bytes, uplink, downTracks);
    },
    handleVoice(pcm) {
      counters.received++;
      const publication = uplink.publications.get('audio');
      if (publication?.flowing !== true || !options.isInRoom()) return;
      options.onLevel(levelOf(pcm));
      microphone.handlePcm(pcm);
      observed.handlePcm(publication, pcm);
    },
    takeEarlyAudio(chunk) {
      const publication = uplink.publications.get('audio');
      if (publication?.flowing === true) microphone.takeEarlyAudio(chunk);
    },
    plan(offer, sends, audioOn) {
      const planned = downTracks.plan(offer);
      const applyUplink = uplink.plan(offer, sends, audioOn);
      return {
        ssrcOf: planned.ssrcOf,
        apply() {
          planned.apply();
          applyUplink();
        },
      };
    },
    setReachable(reachable) {
      stopReviews();
      if (reachable) cancelReview = clock.schedule(REVIEW_INTERVAL, review);
    },
    close() {
      stopReviews();
      uplink.close();
      downTracks.close();
      microphone.close();
      observed.close();
    },
  };
}

/** The participant's RTCP: of what they send, and of what they receive. */
function handleReports(
  bytes: Uint8Array,
  uplink: Pick<Uplink, 'handleSenderReport'>,
  downTracks: Pick<DownTracks, 'handleRtcp'>,
): void {
  for (const message of readRtcp(bytes)) {
    if (message.type === 'sender-report')
      uplink.handleSenderReport(message.ssrc, message.ntpMiddle);
    else downTracks.handleRtcp(message);
  }
}
