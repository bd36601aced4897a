import { randomBytes, randomUUID } from 'node:crypto';
import type { Permissions, RoomEvent, RoomJoin, SentTrack } from '@kindling/protocol/room';
import type { DownTracks } from '../downlink/down-tracks.ts';
import type { JoinIdentity } from '../port.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { EarlyAudio } from '../uplink/early-audio.ts';
import type { AudioListener } from '../uplink/microphone.ts';
import type { Publication } from '../uplink/publication.ts';
import type { MediaContext } from './media-context.ts';
import { createParticipantConnection } from './participant-connection.ts';
import { createParticipantMedia } from './participant-media.ts';
import { maySend, resolvePermissions } from './permissions.ts';
import type { RoomParticipant } from './room-participant.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

export interface SessionEvents {
  readonly onText: (session: ParticipantSession, text: string) => void;
  readonly onBinary: (session: ParticipantSession) => void;
  /** Loudness of a microphone packet, dB below the maximum. */
  readonly onLevel: (session: ParticipantSession, level: number) => void;
  readonly onReachable: (session: ParticipantSession) => void;
  /** Another connection took over; events sent last may have been lost with the old one. */
  readonly onReplaced: (session: ParticipantSession) => void;
  /** The participant did not come back within the grace. */
  readonly onLost: (session: ParticipantSession) => void;
}

/** A person in a room: who they are, what they send and receive, and the connection to them. */
export interface ParticipantSession extends RoomParticipant {
  /** Unguessable part of the participant's location. */
  readonly key: string;
  userName: string;
  userData: unknown;
  level: 'lobby' | 'full';
  readonly subscriptions: Subscriptions;
  readonly downTracks: DownTracks;
  /** Last description sent of each other participant, as JSON, by session id. */
  readonly sentDescriptions: Map<string, string>;
  readonly reachable: boolean;
  /** True when no message can reach the participant any more. */
  readonly unreachable: boolean;
  /** Identifies the accepted offer, to recognise a repeated join. */
  readonly offerId: string;
  /**
   * Answers an offer with SDP.
   *
   * @throws a `RoomError`
   */
  connect(offer: Offer, sends: readonly SentTrack[] | undefined): Promise<string>;
  send(event: RoomEvent): void;
  /** The participant switches their own tracks on or off. */
  setTracks(tracks: Readonly<Record<string, boolean>>): void;
  /** Switches tracks off on someone else's request, until the participant switches them on again. */
  switchOff(tracks: readonly string[]): void;
  setPermissions(permissions: Partial<Permissions>): void;
  /** Audio recorded before media flowed; ignored while the microphone is off. */
  takeEarlyAudio: EarlyAudio['take'];
  /**
   * Answers a ping. A client that pings is expected to keep doing so (see `expectTraffic`), and the
   * events that it confirms are released.
   */
  answerPing(ping: { readonly sentAt: number; readonly received?: number | undefined }): void;
  /** False for a command that was executed before, over a connection that has broken since. */
  takesCommand(sequence: number | null): boolean;
  /** A command that was taken does not count as arrived before `done` is settled: see `answerPing`. */
  holdCommand(sequence: number, done: Promise<unknown>): void;
  close(): void;
}

export interface ParticipantSessionOptions {
  readonly request: RoomJoin;
  readonly identity: JoinIdentity;
  /** Of the room: see `RoomOptions`. */
  readonly generation: number;
  /** Of a participant who was already in the room's predecessor. @default new ones */
  readonly known?: {
    readonly sessionId: string;
    readonly key: string;
    readonly lastCommand: number;
  };
  readonly context: MediaContext;
  readonly events: SessionEvents;
  /** Receivers of the decoded microphone. */
  readonly listeners: ReadonlyMap<string, AudioListener>;
}

/** Creates a session without connection; `connect` answers its first offer. */
export async function createParticipantSession(
  options: ParticipantSessionOptions,
): Promise<ParticipantSession> {
  const { request, identity, context, events } = options;
  const { clock } = context;
  const { sessionId, key, lastCommand } = options.known ?? newNames();
  const owner = identity.owner ?? false;
  let accepted: Offer | null = null;
  let connecting: Promise<unknown> = Promise.resolve();
  const commands = createCommandCounter(lastCommand);

  const media = await createParticipantMedia({
    sessionId,
    context,
    listeners: options.listeners,
    transmit: (packet) => connection.sendPacket(packet),
    isInRoom: () => session.level === 'full',
    onLevel: (level) => events.onLevel(session, level),
  });
  const { publications, downTracks } = media;
  const control = createTrackControl(publications, identity);

  const connection = createParticipantConnection({
    participant: () => session,
    // Version 1 clients do not confirm events.
    confirms: (request.version ?? 1) >= 2,
    generation: options.generation,
    openPeer: context.openPeer,
    clock,
    reconnectGrace: context.reconnectGrace,
    onText: (text) => events.onText(session, text),
    onBinary: () => events.onBinary(session),
    onPacket: media.handlePacket,
    onVoice: media.handleVoice,
    onReachable(reachable) {
      media.setReachable(reachable);
      events.onReachable(session);
    },
    onReplaced: () => events.onReplaced(session),
    onLost: () => events.onLost(session),
    onFault: context.onFault,
  });

  const answer = async (offer: Offer, sends: readonly SentTrack[] | undefined): Promise<string> => {
    const planned = media.plan(offer, sends, request.audio ?? true);
    const sdp = await connection.connect(offer, planned.ssrcOf);
    planned.apply();
    control.enforcePermissions();
    accepted = offer;
    return sdp;
  };

  const session: ParticipantSession = {
    sessionId,
    userId: identity.userId ?? sessionId,
    key,
    joinedAt: Date.now(),
    userName: identity.userName ?? request.userName ?? '',
    userData: request.userData,
    owner,
    get permissions() {
      return control.permissions;
    },
    level: identity.level ?? 'full',
    publications,
    subscriptions: createSubscriptions(),
    downTracks,
    sentDescriptions: new Map(),
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
      // One after the other: a second offer builds on the tracks of the first.
      const next = connecting.then(() => answer(offer, sends));
      connecting = next.catch(() => undefined);
      return next;
    },
    send: connection.send,
    answerPing(ping) {
      connection.expectTraffic();
      if (ping.received !== undefined) connection.confirm(ping.received);
      connection.sendNow({ type: 'pong', sentAt: ping.sentAt, received: commands.arrived });
    },
    ...{ takesCommand: commands.take, holdCommand: commands.hold },
    ...{ setTracks: control.setTracks, switchOff: control.switchOff },
    setPermissions: control.setPermissions,
    takeEarlyAudio: media.takeEarlyAudio,
    close() {
      media.close();
      connection.close();
    },
  };
  return session;
}

const newNames = () => ({
  sessionId: randomUUID(),
  key: randomBytes(24).toString('base64url'),
  lastCommand: 0,
});

/** Recognises commands that a client repeats after a reconnect. */
function createCommandCounter(executed: number) {
  let last = executed;
  const held = new Set<number>();
  return {
    /** Number up to which every command was executed, and is kept where it has to be. */
    get arrived(): number {
      return Math.min(last, ...[...held].map((sequence) => sequence - 1));
    },
    hold(sequence: number, done: Promise<unknown>): void {
      held.add(sequence);
      const release = () => void held.delete(sequence);
      done.then(release, release);
    },
    take(sequence: number | null): boolean {
      if (sequence === null) return true;
      if (sequence <= last) return false;
      last = sequence;
      return true;
    },
  };
}

/** Switches the tracks of a participant on and off, within their permissions. */
function createTrackControl(
  publications: ReadonlyMap<string, Publication>,
  identity: JoinIdentity,
) {
  let permissions = resolvePermissions(identity.permissions, identity.owner);

  const enforcePermissions = (): void => {
    for (const publication of publications.values()) {
      const allowed = maySend(permissions, publication.name, publication.media);
      if (!allowed) publication.setOffReason('permission');
      else if (publication.offReason === 'permission') publication.setOffReason(null);
    }
  };

  return {
    get permissions(): Permissions {
      return permissions;
    },
    enforcePermissions,
    setTracks(tracks: Readonly<Record<string, boolean>>): void {
      for (const [name, on] of Object.entries(tracks)) publications.get(name)?.setOn(on);
    },
    switchOff(tracks: readonly string[]): void {
      for (const name of tracks) {
        const publication = publications.get(name);
        if (publication === undefined || publication.offReason === 'permission') continue;
        publication.setOn(false);
        publication.setOffReason('remote-request');
      }
    },
    setPermissions(given: Partial<Permissions>): void {
      permissions = resolvePermissions({ ...permissions, ...given }, identity.owner);
      enforcePermissions();
    },
  };
}

/** The same for every offer of one client connection. */
export function identifyOffer(offer: Offer): string {
  return `${offer.transport.fingerprint} ${offer.transport.ufrag}`;
}
