import type { Permissions, RoomEvent, SentTrack } from '@kindling/protocol/room';
import type { CommandLimit } from '../control/command-limit.ts';
import type { DownTracks } from '../downlink/down-tracks.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { EarlyAudio } from '../uplink/early-audio.ts';
import type { RoomParticipant } from './room-participant.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface SessionEvents {
  readonly onText: (session: ParticipantSession, text: string) => void;
  readonly onBinary: (session: ParticipantSession) => void;
  /** Whether anybody listens to decoded microphones; decoding is what costs. */
  readonly hasHearers: () => boolean;
  readonly onAudio: (session: ParticipantSession, pcm: Int16Array) => void;
  /** Of a microphone packet: dB below the loudest. */
  readonly onLevel: (session: ParticipantSession, level: number) => void;
  readonly onReachable: (session: ParticipantSession) => void;
  /** The way to the person is another; they may have missed what was told last. */
  readonly onReplaced: (session: ParticipantSession) => void;
  readonly onLost: (session: ParticipantSession) => void;
}

/** A person in a room: who they are, what they send and receive, and the way to them. */
export interface ParticipantSession extends RoomParticipant {
  /** Unguessable part of the participant's location. */
  readonly key: string;
  userName: string;
  userData: unknown;
  level: 'lobby' | 'full';
  readonly subscriptions: Subscriptions;
  readonly downTracks: DownTracks;
  /** What they were told last of each participant, as JSON. */
  readonly told: Map<string, string>;
  readonly reachable: boolean;
  /** True when no message can reach the person any more. */
  readonly unreachable: boolean;
  /** Identifies the offer, to recognise a repeated join. */
  readonly offerId: string;
  readonly limit: CommandLimit;
  connect(offer: Offer, sends: readonly SentTrack[] | undefined): Promise<string>;
  send(event: RoomEvent): void;
  /** The person's word on which of their tracks are on. */
  setTracks(tracks: Readonly<Record<string, boolean>>): void;
  /** Others' word that tracks are off until the person turns them on again. */
  switchOff(tracks: readonly string[]): void;
  setPermissions(permissions: Partial<Permissions>): void;
  /** What their microphone heard before media flowed; nothing while it may not be heard. */
  takeEarlyAudio: EarlyAudio['take'];
  /**
   * The person's client pings: silence for half as long again as the grace is loss from now on, and what
   * it says has arrived is forgotten.
   */
  answerPing(ping: { readonly sentAt: number; readonly received?: number | undefined }): void;
  /** False for a command that was carried out before, on a connection that broke since. */
  takesCommand(sequence: number | null): boolean;
  close(): void;
}

export function identifyOffer(offer: Offer): string {
  return `${offer.transport.fingerprint} ${offer.transport.ufrag}`;
}
