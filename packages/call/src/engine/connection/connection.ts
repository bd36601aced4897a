import type { IceServer, ROOM_PROTOCOL_VERSION, SentTrack } from '@kindling/protocol/room';
import { CallError, isCallError } from '../../core/call-error.ts';
import { type Clock, sleep } from '../../core/clock.ts';
import { createFrameReader } from '../peer/frame-reader.ts';
import { awaitsServers, iceConfiguration } from '../peer/ice-configuration.ts';
import { type CreatePeer, createPeer, type Peer, type PeerOptions } from '../peer/peer.ts';
import type { IceConfig, JoinedRoom, JoinRequest, OutgoingTrack } from '../port.ts';
import { isMoving, isUnanswered, mayJoinLater, type Signalling } from '../signalling/signalling.ts';
import type { RestartOutcome } from './reconnect-policy.ts';

const VERSION: typeof ROOM_PROTOCOL_VERSION = 3;

/** How long a room may be away before it is joined, ms: as long as its server takes to be replaced. */
const JOIN_LIMIT = 4_000;
const JOIN_RETRY_DELAY = 400;

/** Another offer on this connection, an ICE restart on it, or a new connection. */
export type ExchangeKind = 'same' | 'restart' | 'fresh';

/** A client of LiveKit is a chunk of its own: it is seven times as large as this one. */
export interface OpenedRoom {
  readonly iceServers: readonly IceServer[];
  readonly createPeer?: CreatePeer;
  /** What carries it is not known: offered is SDP, and another kind of room says that it takes none. */
  readonly unknown?: boolean;
}

export interface ConnectionOptions
  extends Pick<
    PeerOptions,
    'onState' | 'onChannelOpen' | 'onChannelClose' | 'onMessage' | 'onTracksChanged'
  > {
  readonly clock: Clock;
  readonly signalling: Signalling;
  readonly iceConfig: IceConfig;
  /**
   * What the room takes. Its servers are for the first offer; later ones come with the answers. Rejects only where
   * what carries the room cannot be loaded.
   */
  readonly room: Promise<OpenedRoom>;
  /** The same, asked now. */
  askRoom(): Promise<OpenedRoom>;
  /** The tracks that a new connection sends. */
  tracks(): readonly OutgoingTrack[];
  /** An offer was answered: the room now has this state of the sent tracks. */
  onAgreed(sends: readonly SentTrack[]): void;
}

/** The connection to the room: one peer after another, and the exchanges that open and change it. */
export class Connection {
  readonly #options: ConnectionOptions;
  #peer: Peer | null = null;
  #createPeer: CreatePeer = createPeer;
  #iceServers: readonly IceServer[] = [];
  /** Aborts an exchange that a restart makes pointless. */
  #underWay = new AbortController();
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    // `enter` awaits it, and rejects with it.
    options.room.catch(() => {});
  }

  get peer(): Peer | null {
    return this.#peer;
  }

  /**
   * The first exchange: joins the room, of another server where the one that made it dies meanwhile. Calls `agree` once
   * its answer is applied.
   */
  async enter(request: JoinRequest, agree: () => void): Promise<JoinedRoom> {
    const { clock } = this.#options;
    let room = this.#take(await this.#options.room);
    const deadline = clock.now() + JOIN_LIMIT;
    for (;;) {
      try {
        return await this.#enterOnce(request, agree);
      } catch (error) {
        if (room.unknown === true && isOutdated(error)) {
          room = this.#take(await this.#options.askRoom());
          if (room.createPeer !== undefined) continue;
          // It may not have answered this time either.
          if (room.unknown !== true || clock.now() >= deadline) throw error;
        } else if (!mayJoinLater(error) || clock.now() >= deadline) throw error;
      }
      await sleep(clock, JOIN_RETRY_DELAY);
      this.#assertOpen();
    }
  }

  #take(room: OpenedRoom): OpenedRoom {
    this.#assertOpen();
    this.#iceServers = room.iceServers;
    this.#createPeer = room.createPeer ?? createPeer;
    return room;
  }

  async #enterOnce(request: JoinRequest, agree: () => void): Promise<JoinedRoom> {
    const peer = this.#openPeer();
    const offer = await peer.createOffer();
    this.#assertOpen();
    const join = { ...request, ...offer, version: VERSION };
    const answer = await this.#options.signalling.join(join);
    this.#assertOpen();
    const { sdp, livekit, pingFirst, iceServers, location: _, ...room } = answer;
    this.#iceServers = iceServers;
    await peer.accept(answer);
    this.#assertOpen();
    this.#options.onAgreed(offer.sends);
    agree();
    return room;
  }

  /**
   * One of the later ones.
   *
   * @throws when the room no longer knows this participant; `replaced`: another server end answered,
   *   with which this connection cannot be continued
   */
  async exchange(how: ExchangeKind, agree: () => void): Promise<RestartOutcome | 'replaced'> {
    const kept = how === 'fresh' ? null : this.#peer;
    const underWay = new AbortController();
    this.#underWay = underWay;
    try {
      const peer = kept ?? this.#openPeer();
      kept?.configure(this.#configuration());
      const offer = await peer.createOffer({ iceRestart: how === 'restart' });
      this.#assertOpen();
      const answer = await this.#options.signalling.restart(offer, underWay.signal);
      this.#assertOpen();
      this.#iceServers = answer.iceServers;
      if (kept !== null && !peer.knows(answer)) return 'replaced';
      await peer.accept(answer);
      this.#options.onAgreed(offer.sends);
      agree();
      return 'answered';
    } catch (error) {
      if (isCallError(error) && error.code !== 'connection-error') throw error;
      if (isMoving(error)) return 'waiting';
      return isUnanswered(error) ? 'unreachable' : 'refused';
    }
  }

  /** Aborts an exchange on a broken connection, whose answer would never come. */
  abortExchange(): void {
    this.#underWay.abort();
  }

  close(): void {
    this.#closed = true;
    this.#peer?.close();
    this.#peer = null;
  }

  #openPeer(): Peer {
    const { clock, tracks, onState, onChannelOpen, onChannelClose, onMessage, onTracksChanged } =
      this.#options;
    const transceivers = this.#peer?.transceivers() ?? [];
    const count = (media: 'audio' | 'video') =>
      transceivers.filter((line) => line.media === media).length;
    const current = () => this.#peer === peer;
    const peer: Peer = this.#createPeer({
      configuration: this.#configuration(),
      clock,
      createFrameReader,
      awaitsServers: awaitsServers(this.#options.iceConfig),
      tracks: tracks(),
      transceivers: { audio: count('audio'), video: count('video') },
      onState: (state) => current() && onState(state),
      onChannelOpen: () => current() && onChannelOpen(),
      onChannelClose: () => current() && onChannelClose(),
      onMessage: (data) => current() && onMessage(data),
      onTracksChanged: () => current() && onTracksChanged(),
    });
    this.#peer?.close();
    this.#peer = peer;
    return peer;
  }

  #configuration(): RTCConfiguration {
    return iceConfiguration(this.#options.iceConfig, this.#iceServers);
  }

  #assertOpen(): void {
    if (this.#closed) throw abandoned();
  }
}

function isOutdated(error: unknown): boolean {
  return isCallError(error) && error.code === 'end-of-life';
}

export function abandoned(): CallError {
  return new CallError('left-while-joining', 'The call was left before it was joined.');
}
