import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { RoomJoin, SentTrack } from '@kindling/protocol/room';
import { createSpeechDecoder } from '../audio/opus-codec.ts';
import { createCommandLimit } from '../control/command-limit.ts';
import { createDownTracks } from '../downlink/down-tracks.ts';
import type { JoinIdentity } from '../port.ts';
import { isRtcpType, type RtpPacket } from '../rtp/packet.ts';
import { readRtcp } from '../rtp/read-rtcp.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import { createEarlyAudio } from '../uplink/early-audio.ts';
import { createIncomingMedia } from '../uplink/incoming-media.ts';
import { createVoiceReceiver } from '../uplink/voice-receiver.ts';
import type { MediaContext } from './media-context.ts';
import { createParticipantConnection } from './participant-connection.ts';
import {
  identifyOffer,
  type ParticipantSession,
  type SessionEvents,
} from './participant-session.ts';
import { maySend, resolvePermissions } from './permissions.ts';
import { createSubscriptions } from './subscriptions.ts';

const REVIEW_INTERVAL = 1_000;

/** Makes the seat; `connect` puts somebody on it. */
export async function createParticipantSession(
  request: RoomJoin,
  identity: JoinIdentity,
  room: { readonly context: MediaContext; readonly events: SessionEvents },
): Promise<ParticipantSession> {
  const { context, events } = room;
  const { clock, ticker, counters, onFault } = context;
  const early = createEarlyAudio({ clock, deliver: (pcm) => events.onAudio(session, pcm) });
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(16_000),
    onAudio: early.hear,
    onConcealed: (packets) => {
      counters.concealed += packets;
    },
  });
  let accepted: Offer | null = null;
  let permissions = resolvePermissions(identity.permissions, identity.owner);
  let cancelReview: (() => void) | null = null;
  let connecting: Promise<unknown> = Promise.resolve();
  const owner = identity.owner ?? false;
  const sessionId = randomUUID();

  const flush = (now: number): void => {
    receiver.flush(now);
    if (!receiver.waiting) ticker.remove(flush);
  };

  const handleVoice = (packet: RtpPacket, level: number | null): void => {
    if (session.level !== 'full') return;
    if (level !== null) events.onLevel(session, level);
    if (!events.hasHearers()) return;
    try {
      receiver.push(packet, clock.now());
    } catch (error) {
      onFault('decode', error);
    }
    if (receiver.waiting) ticker.add(flush);
  };

  const transmit = (packet: Buffer): boolean => connection.sendPacket(packet);
  const incoming = createIncomingMedia({
    clock,
    ssrc: randomInt(1, 2 ** 32 - 1),
    transmit,
    onVoice: handleVoice,
    onFault,
  });
  const downTracks = createDownTracks({
    clock,
    transmit(packet) {
      const sent = transmit(packet);
      if (sent) counters.sent++;
      return sent;
    },
  });

  const handlePacket = (bytes: Uint8Array): void => {
    if (!isRtcpType(bytes[1] ?? 0)) {
      counters.received++;
      incoming.handleRtp(bytes);
      return;
    }
    for (const message of readRtcp(bytes)) {
      if (message.type === 'sender-report')
        incoming.handleSenderReport(message.ssrc, message.ntpMiddle);
      else downTracks.handleRtcp(message);
    }
  };

  const review = (): void => {
    const now = clock.now();
    const report = incoming.review(now);
    if (report !== null) transmit(report);
    for (const packet of downTracks.review(now)) transmit(packet);
    cancelReview = clock.schedule(REVIEW_INTERVAL, review);
  };

  const connection = createParticipantConnection({
    // Those who count say so by their version.
    confirms: (request.version ?? 1) >= 2,
    network: context.network,
    clock,
    reconnectGrace: context.reconnectGrace,
    onText: (text) => events.onText(session, text),
    onBinary: () => events.onBinary(session),
    onPacket: handlePacket,
    onReachable(reachable) {
      cancelReview?.();
      cancelReview = reachable ? clock.schedule(REVIEW_INTERVAL, review) : null;
      events.onReachable(session);
    },
    onReplaced: () => events.onReplaced(session),
    onLost: () => events.onLost(session),
    onFault,
  });

  const enforcePermissions = (): void => {
    for (const publication of incoming.publications.values()) {
      const allowed = maySend(permissions, publication.name, publication.media);
      if (!allowed) publication.setOffReason('permission');
      else if (publication.offReason === 'permission') publication.setOffReason(null);
    }
  };

  const answer = async (offer: Offer, sends: readonly SentTrack[] | undefined): Promise<string> => {
    const planned = downTracks.plan(offer);
    const applyIncoming = incoming.plan(offer, sends, request.audio ?? true);
    const sdp = await connection.connect(offer, planned.ssrcOf);
    planned.apply();
    applyIncoming();
    enforcePermissions();
    accepted = offer;
    return sdp;
  };

  /** Number of the last command that was carried out. */
  let lastCommand = 0;
  const session: ParticipantSession = {
    sessionId,
    userId: identity.userId ?? sessionId,
    key: randomBytes(24).toString('base64url'),
    joinedAt: Date.now(),
    userName: identity.userName ?? request.userName ?? '',
    userData: request.userData,
    owner,
    get permissions() {
      return permissions;
    },
    level: identity.level ?? 'full',
    publications: incoming.publications,
    subscriptions: createSubscriptions(),
    downTracks,
    told: new Map(),
    limit: createCommandLimit(clock.now),
    get reachable() {
      return connection.reachable;
    },
    get unreachable() {
      return connection.closed;
    },
    get offerId() {
      return accepted === null ? '' : identifyOffer(accepted);
    },
    connect(offer, sends) {
      // One after the other: a second offer is about the lines that the first one made.
      const next = connecting.then(() => answer(offer, sends));
      connecting = next.catch(() => undefined);
      return next;
    },
    send: connection.send,
    answerPing(ping) {
      connection.expectTraffic();
      if (ping.received !== undefined) connection.confirm(ping.received);
      connection.sendNow({ type: 'pong', sentAt: ping.sentAt, received: lastCommand });
    },
    takesCommand(sequence) {
      if (sequence === null) return true;
      if (sequence <= lastCommand) return false;
      lastCommand = sequence;
      return true;
    },
    setTracks(tracks) {
      for (const [name, on] of Object.entries(tracks)) incoming.publications.get(name)?.setOn(on);
    },
    switchOff(tracks) {
      for (const name of tracks) {
        const publication = incoming.publications.get(name);
        if (publication === undefined || publication.offReason === 'permission') continue;
        publication.setOn(false);
        publication.setOffReason('remote-request');
      }
    },
    setPermissions(given) {
      permissions = resolvePermissions({ ...permissions, ...given }, owner);
      enforcePermissions();
    },
    takeEarlyAudio(piece) {
      const microphone = incoming.publications.get('audio');
      if (microphone?.on === true && microphone.offReason === null) early.take(piece);
    },
    close() {
      early.close();
      ticker.remove(flush);
      cancelReview?.();
      cancelReview = null;
      incoming.close();
      downTracks.close();
      connection.close();
      receiver.free();
    },
  };
  return session;
}
