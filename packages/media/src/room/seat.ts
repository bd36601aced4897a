import { randomBytes, randomUUID } from 'node:crypto';
import type { RoomEvent, RoomJoin } from '@kindling/protocol/room';
import { createSpeechDecoder } from '../opus/opus-codec.ts';
import { createVoiceReceiver } from '../opus/voice-receiver.ts';
import { parseRtp } from '../rtp/packet.ts';
import type { Offer } from '../sdp/parse-offer.ts';
import type { MediaContext } from './media-context.ts';
import { createRateLimit } from './rate-limit.ts';
import { createSeatConnection } from './seat-connection.ts';
import { createVoiceSender, type VoiceFrame } from './voice-sender.ts';

/** Far more than a call sends; stops a runaway page. */
const MESSAGES_PER_SECOND = 100;
const MESSAGE_BURST = 200;

export interface SeatEvents {
  readonly onText: (seat: Seat, text: string) => void;
  readonly onBinary: (seat: Seat) => void;
  readonly onAudio: (seat: Seat, pcm: Int16Array) => void;
  readonly onReachable: (seat: Seat) => void;
  readonly onLost: (seat: Seat) => void;
}

/** A person in a room: who they are, what they listen to, and the way to them. */
export interface Seat {
  readonly sessionId: string;
  /** Unguessable part of the participant's location. */
  readonly key: string;
  readonly joinedAt: number;
  userName: string;
  userData: unknown;
  audioOn: boolean;
  /** Session ids whose audio is wanted, oldest wish first. */
  readonly subscriptions: Set<string>;
  /** The m-line on which the person receives audio; null when their offer receives none. */
  readonly audioMid: string | null;
  readonly reachable: boolean;
  /** True when no message can reach the person any more. */
  readonly unreachable: boolean;
  /** Identifies the offer, to recognise a repeated join. */
  readonly offerId: string;
  readonly mayCommand: () => boolean;
  connect(offer: Offer): Promise<string>;
  send(event: RoomEvent): void;
  sendVoice(frame: VoiceFrame): void;
  /** The person's client pings: silence for the length of the grace is loss from now on. */
  expectTraffic(): void;
  close(): void;
}

export function identifyOffer(offer: Offer): string {
  return `${offer.transport.fingerprint} ${offer.transport.ufrag}`;
}

/** Makes the seat; `connect` puts somebody on it. */
export async function createSeat(
  request: RoomJoin,
  context: MediaContext,
  events: SeatEvents,
): Promise<Seat> {
  const { clock, ticker, counters, onFault } = context;
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(16_000),
    onAudio: (pcm) => events.onAudio(seat, pcm),
    onConcealed: (packets) => {
      counters.concealed += packets;
    },
  });
  let accepted: Offer | null = null;

  const flush = (now: number): void => {
    receiver.flush(now);
    if (!receiver.waiting) ticker.remove(flush);
  };

  const handleRtp = (bytes: Uint8Array): void => {
    const packet = parseRtp(bytes);
    if (packet === null || packet.payloadType !== sender.payloadType) return;
    counters.received++;
    try {
      receiver.push(packet, clock.now());
    } catch (error) {
      onFault('decode', error);
    }
    if (receiver.waiting) ticker.add(flush);
  };

  const sender = createVoiceSender((packet) => connection.sendRtp(packet));
  const connection = createSeatConnection({
    ssrc: sender.ssrc,
    network: context.network,
    clock,
    reconnectGrace: context.reconnectGrace,
    onText: (text) => events.onText(seat, text),
    onBinary: () => events.onBinary(seat),
    onRtp: handleRtp,
    onReachable: () => events.onReachable(seat),
    onLost: () => events.onLost(seat),
    onFault,
  });

  const seat: Seat = {
    sessionId: randomUUID(),
    key: randomBytes(24).toString('base64url'),
    joinedAt: Date.now(),
    userName: request.userName ?? '',
    userData: request.userData,
    audioOn: request.audio ?? true,
    subscriptions: new Set(),
    mayCommand: createRateLimit({
      perSecond: MESSAGES_PER_SECOND,
      burst: MESSAGE_BURST,
      now: clock.now,
    }),
    get audioMid() {
      const direction = accepted?.audio.direction;
      const hears = direction === 'sendrecv' || direction === 'recvonly';
      return hears ? (accepted?.audio.mid ?? null) : null;
    },
    get reachable() {
      return connection.reachable;
    },
    get unreachable() {
      return connection.closed;
    },
    get offerId() {
      return accepted === null ? '' : identifyOffer(accepted);
    },
    async connect(offer) {
      const answer = await connection.connect(offer);
      accepted = offer;
      sender.payloadType = offer.audio.payloadType;
      return answer;
    },
    send: (event) => connection.send(JSON.stringify(event)),
    sendVoice(frame) {
      if (sender.send(frame)) counters.sent++;
    },
    expectTraffic: connection.expectTraffic,
    close() {
      ticker.remove(flush);
      connection.close();
      receiver.free();
    },
  };
  return seat;
}
