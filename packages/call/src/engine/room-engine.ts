import type { IceServer, RoomCommand, RoomEvent } from '@kindling/protocol/room';
import { CallError, isCallError } from '../call-error.ts';
import { repeat } from '../clock.ts';
import { ConnectionKeeper, type RestartOutcome } from './connection-keeper.ts';
import { NetworkMonitor } from './network-monitor.ts';
import { type NetworkStats, UNKNOWN_NETWORK } from './network-quality.ts';
import { createPeer, type Peer } from './peer.ts';
import type { Engine, EngineOptions, IceConfig, JoinedRoom, JoinRequest } from './port.ts';
import { createSignalling, isUnanswered, type Signalling } from './signalling.ts';
import { parseRoomEvent } from './wire-guards.ts';

/** Silence is how the server learns that a page is gone: it hears one of these in every 10 s. */
const PING_INTERVAL = 4_000;

interface Waiting {
  resolve(): void;
  reject(error: CallError): void;
}

/** The client's end of the embedded engine: one WHIP-like exchange, then media and one channel. */
export class RoomEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #signalling: Signalling;
  readonly #keeper: ConnectionKeeper;
  #monitor: NetworkMonitor | null = null;
  #peer: Peer | null = null;
  #microphone: MediaStreamTrack | null = null;
  #iceServers: readonly IceServer[] = [];
  #outbox: string[] = [];
  /** What arrived before the page was told that it joined. */
  #inbox: RoomEvent[] = [];
  #opening: Waiting | null = null;
  #stopPings = () => {};
  #joined = false;
  /** Told to the page, and so to be taken back. */
  #toldInterrupted = false;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#signalling = createSignalling(options.url, options.clock);
    this.#keeper = new ConnectionKeeper({
      clock: options.clock,
      restart: (fresh) => this.#restart(fresh),
      onInterrupted: () => this.#handleInterrupted(),
      onRestored: () => this.#handleRestored(),
      onLost: (error) => this.#handleLost(error),
    });
  }

  async join(request: JoinRequest, microphone: MediaStreamTrack | null): Promise<JoinedRoom> {
    this.#microphone = microphone;
    try {
      const peer = this.#openPeer();
      const sdp = await peer.createOffer();
      this.#assertOpen();
      const answer = await this.#signalling.join({ ...request, sdp });
      this.#assertOpen();
      this.#iceServers = answer.iceServers;
      const opened = new Promise<void>((resolve, reject) => {
        this.#opening = { resolve, reject };
      });
      // A rejection before the await below must not count as unhandled.
      opened.catch(() => {});
      await peer.accept(answer.sdp);
      this.#assertOpen();
      this.#keeper.start();
      addEventListener('online', this.#handleOnline);
      await opened;
      return { sessionId: answer.sessionId, participants: answer.participants };
    } catch (error) {
      this.leave();
      throw isCallError(error)
        ? error
        : new CallError('connection-error', 'The connection could not be made.', {
            cause: error,
            stage: 'rtc-connection',
          });
    }
  }

  startEvents(): void {
    this.#joined = true;
    this.#monitor = new NetworkMonitor(
      this.#options.clock,
      async () => (await this.#peer?.getStats()) ?? null,
      (stats) => this.#options.callbacks.onNetworkQuality(stats),
    );
    this.#stopPings = repeat(this.#options.clock, PING_INTERVAL, () => this.#ping());
    this.#deliverInbox();
  }

  send(command: RoomCommand): void {
    if (this.#closed) return;
    this.#outbox.push(JSON.stringify(command));
    this.#flushOutbox();
  }

  async setMicrophone(track: MediaStreamTrack | null): Promise<void> {
    this.#microphone = track;
    await this.#peer?.setMicrophone(track);
  }

  findTrack(mid: string): MediaStreamTrack | undefined {
    return this.#peer?.findReceiver(mid)?.track;
  }

  get networkStats(): NetworkStats {
    return this.#monitor?.latest ?? UNKNOWN_NETWORK;
  }

  leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    removeEventListener('online', this.#handleOnline);
    this.#keeper.stop();
    this.#monitor?.stop();
    this.#stopPings();
    this.#signalling.leave();
    this.#peer?.close();
    this.#peer = null;
    this.#outbox = [];
    this.#inbox = [];
    this.#opening?.reject(abandoned());
    this.#opening = null;
  }

  #openPeer(): Peer {
    const current = () => this.#peer === peer;
    const peer: Peer = createPeer({
      configuration: this.#configuration(),
      clock: this.#options.clock,
      microphone: this.#microphone,
      onState: (state) => current() && this.#keeper.handleState(state),
      onTrack: () => current() && this.#joined && this.#options.callbacks.onTracksChanged(),
      onChannelOpen: () => current() && this.#handleChannelOpen(),
      // Closed by the other end without a word: the seat may still be there.
      onChannelClose: () => current() && this.#keeper.handleChannelClosed(),
      onMessage: (data) => current() && this.#handleMessage(data),
    });
    this.#peer?.close();
    this.#peer = peer;
    return peer;
  }

  async #restart(fresh: boolean): Promise<RestartOutcome> {
    const kept = fresh ? null : this.#peer;
    try {
      const peer = kept ?? this.#openPeer();
      kept?.configure(this.#configuration());
      const sdp = await peer.createOffer({ iceRestart: kept !== null });
      const answer = await this.#signalling.restart(sdp);
      this.#assertOpen();
      this.#iceServers = answer.iceServers;
      // Another server end: this connection cannot be continued with it.
      if (kept !== null && !peer.knows(answer.sdp)) return 'refused';
      await peer.accept(answer.sdp);
      if (kept === null && this.#joined) this.#options.callbacks.onTracksChanged();
      return 'answered';
    } catch (error) {
      if (isCallError(error) && error.code !== 'connection-error') throw error;
      return isUnanswered(error) ? 'unreachable' : 'refused';
    }
  }

  #handleChannelOpen(): void {
    this.#opening?.resolve();
    this.#opening = null;
    this.#flushOutbox();
  }

  #handleMessage(data: unknown): void {
    const event = parseRoomEvent(data);
    if (event === null) return;
    if (event.type === 'room-left') this.#signalling.forget();
    this.#inbox.push(event);
    if (this.#joined) this.#deliverInbox();
  }

  #deliverInbox(): void {
    for (let event = this.#inbox.shift(); event !== undefined; event = this.#inbox.shift()) {
      this.#options.callbacks.onEvent(event);
    }
  }

  #flushOutbox(): void {
    while (this.#outbox[0] !== undefined && this.#peer?.send(this.#outbox[0]) === true) {
      this.#outbox.shift();
    }
  }

  /** Never queued: a sign of life that comes late is none. */
  #ping(): void {
    const command: RoomCommand = { type: 'ping', sentAt: this.#options.clock.now() };
    this.#peer?.send(JSON.stringify(command));
  }

  #handleInterrupted(): void {
    if (!this.#joined) return;
    this.#toldInterrupted = true;
    this.#options.callbacks.onInterrupted();
  }

  #handleRestored(): void {
    if (!this.#toldInterrupted) return;
    this.#toldInterrupted = false;
    this.#options.callbacks.onRestored();
  }

  #handleLost(error: CallError): void {
    if (this.#joined) {
      this.#options.callbacks.onLost(error);
      return;
    }
    this.#opening?.reject(
      new CallError('connection-error', 'The connection could not be made.', {
        cause: error.cause ?? error,
        stage: 'rtc-connection',
      }),
    );
    this.#opening = null;
  }

  readonly #handleOnline = () => this.#keeper.handleOnline();

  #configuration(): RTCConfiguration {
    const config: IceConfig = this.#options.iceConfig ?? {};
    const own = config.iceServers ?? [];
    const room = config.placement === 'replace' ? [] : this.#iceServers;
    const servers = config.placement === 'back' ? [...room, ...own] : [...own, ...room];
    return {
      iceServers: servers.map(toRtcIceServer),
      iceTransportPolicy: config.iceTransportPolicy ?? 'all',
    };
  }

  #assertOpen(): void {
    if (this.#closed) throw abandoned();
  }
}

function abandoned(): CallError {
  return new CallError('left-while-joining', 'The call was left before it was joined.');
}

/** The optional fields of the protocol may be undefined, those of the browser may not. */
function toRtcIceServer({ urls, username, credential }: IceServer): RTCIceServer {
  return {
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  };
}
