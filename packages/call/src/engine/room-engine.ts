import type {
  RoomCommand,
  RoomRequestName,
  RoomRequestParams,
  SentTrack,
  WireParticipant,
} from '@kindling/protocol/room';
import { CallError, isCallError } from '../core/call-error.ts';
import { abandoned, Connection, type OpenedRoom } from './connection/connection.ts';
import { Heartbeat } from './connection/heartbeat.ts';
import { Negotiation } from './connection/negotiation.ts';
import { watchNetwork } from './connection/network-changes.ts';
import { ReconnectPolicy, type RestartOutcome } from './connection/reconnect-policy.ts';
import { EarlyVoice } from './early-audio/early-voice.ts';
import { loadLivekitPeer } from './load-livekit-peer.ts';
import { ReceiveTransceivers } from './peer/receive-transceivers.ts';
import type { TransceiverCounts } from './peer/receivers.ts';
import type { Engine, EngineOptions, JoinedRoom, JoinRequest, OutgoingTrack } from './port.ts';
import { type CpuLoadStats, UNKNOWN_CPU_LOAD } from './quality/cpu-load.ts';
import { NetworkMonitor } from './quality/network-monitor.ts';
import { type NetworkStats, UNKNOWN_NETWORK } from './quality/network-quality.ts';
import { ReliableChannel } from './signalling/reliable-channel.ts';
import { Requests } from './signalling/requests.ts';
import { createSignalling, type Signalling } from './signalling/signalling.ts';
import { parseRoomEvent } from './signalling/wire-guards.ts';

/** On a new connection the server first sends which track arrives on which m-line. */
const TRACKS_DELAY = 50;

interface Waiting {
  resolve(): void;
  reject(error: CallError): void;
}

/** The client side of the embedded engine: WHIP-like exchanges, then media and one data channel. */
export class RoomEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #signalling: Signalling;
  readonly #room: Promise<OpenedRoom>;
  readonly #connection: Connection;
  readonly #reconnect: ReconnectPolicy;
  readonly #negotiation: Negotiation;
  readonly #channel: ReliableChannel;
  readonly #requests: Requests;
  readonly #receivers: ReceiveTransceivers;
  readonly #heartbeat: Heartbeat;
  /** Outgoing tracks by name; a new connection sends them again. */
  readonly #outgoing = new Map<string, OutgoingTrack>();
  readonly #early = new EarlyVoice();
  #monitor: NetworkMonitor | null = null;
  /** The participants at the time of joining. */
  #present: readonly WireParticipant[] = [];
  #opening: Waiting | null = null;
  #stopWatchingNetwork = () => {};
  #cancelTracks = () => {};
  #joined = false;
  #asking = false;
  /** Reported to the page, so its end is reported, too. */
  #interruptionReported = false;
  #lost = false;
  #closed = false;

  constructor(options: EngineOptions) {
    const { clock, callbacks } = options;
    this.#options = options;
    this.#signalling = createSignalling(options.url, clock);
    this.#room = openRoom(options, this.#signalling);
    this.#connection = new Connection({
      clock,
      signalling: this.#signalling,
      iceConfig: options.iceConfig ?? {},
      room: this.#room,
      askRoom: () => askRoom(options, this.#signalling),
      tracks: () => this.#early.holdBack(this.#outgoing.values()),
      onAgreed: (sends) => this.#resendSwitched(sends),
      onState: (state) => this.#reconnect.handleState(state),
      onChannelOpen: () => this.#handleChannelOpen(),
      // Closed by the other end without a message: the room may still know this participant.
      onChannelClose: () => this.#reconnect.handleChannelClosed(),
      onMessage: (data) => this.#handleMessage(data),
      onTracksChanged: () => this.#joined && callbacks.onTracksChanged(),
    });
    this.#reconnect = new ReconnectPolicy({
      clock,
      restart: (fresh) => this.#restart(fresh),
      onInterrupted: () => this.#handleInterrupted(),
      onRestored: () => this.#handleRestored(),
      onLost: (error) => this.#handleLost(error),
    });
    this.#negotiation = new Negotiation({
      clock,
      renegotiate: (agree) => this.#renegotiate(agree),
      createRefusal: () => new CallError('refused', 'The room refused to send or receive more.'),
    });
    this.#receivers = new ReceiveTransceivers({
      clock,
      peer: () => this.#connection.peer,
      // Refused: the tracks remain `loading`, and are asked for again with the next change.
      onAdded: () => void this.#negotiation.request().catch(() => {}),
    });
    this.#heartbeat = new Heartbeat({
      clock,
      ping: () => this.#ping(),
      onSuspected: () => this.#askForRoom(),
      onSilent: () => this.#reconnect.handleState('failed'),
      onHeard: () => this.#reconnect.handleState(this.#connection.peer?.state ?? 'new'),
    });
    this.#channel = new ReliableChannel({
      send: (text) => this.#connection.peer?.send(text) === true,
      onEvent: (event) => callbacks.onEvent(event),
    });
    this.#requests = new Requests((command) => this.send(command));
  }

  async join(request: JoinRequest, tracks: readonly OutgoingTrack[]): Promise<JoinedRoom> {
    for (const track of tracks) this.#outgoing.set(track.name, track);
    this.#early.start(this.#outgoing.get('audio'));
    // A room of a client of LiveKit has no agents, who alone hear it.
    this.#room.then(({ createPeer }) => createPeer && this.#early.stop()).catch(() => {});
    try {
      const opened = new Promise<void>((resolve, reject) => {
        this.#opening = { resolve, reject };
      });
      // A rejection before the await below must not count as unhandled.
      opened.catch(() => {});
      const room = await this.#negotiation.takeTurn((agree) =>
        this.#connection.enter(request, agree),
      );
      this.#present = room.participants;
      this.#receivers.start(room.participants);
      this.#receive();
      this.#reconnect.start();
      this.#stopWatchingNetwork = watchNetwork(() => this.#handleNetworkChange());
      await opened;
      return room;
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
    const { clock, callbacks } = this.#options;
    this.#monitor = new NetworkMonitor({
      clock,
      getStats: async () => (await this.#connection.peer?.getStats()) ?? null,
      onNetwork: (stats) => callbacks.onNetworkQuality(stats),
      onCpuLoad: (stats) => callbacks.onCpuLoad(stats),
    });
    this.#heartbeat.start();
    this.#channel.deliver();
  }

  send(command: RoomCommand): void {
    if (!this.#closed) this.#channel.send(command);
  }

  async request<N extends RoomRequestName>(
    method: N,
    params: RoomRequestParams<N>,
  ): Promise<unknown> {
    if (this.#closed)
      throw new CallError('before-join', `${method}: the call was left, there is nobody to ask.`);
    return this.#requests.ask(method, params);
  }

  async setTrack(track: OutgoingTrack): Promise<void> {
    if (this.#closed) throw abandoned();
    this.#outgoing.set(track.name, track);
    if (this.#early.keepsBack(track)) return;
    if ((await this.#connection.peer?.setTrack(track)) === true) await this.#negotiation.request();
  }

  findTrack(mid: string): MediaStreamTrack | undefined {
    return this.#connection.peer?.findTrack(mid);
  }

  requestTransceivers(needed: TransceiverCounts): void {
    if (!this.#closed) this.#receivers.need(needed);
  }

  get networkStats(): NetworkStats {
    return this.#monitor?.network ?? UNKNOWN_NETWORK;
  }

  get cpuLoadStats(): CpuLoadStats {
    return this.#monitor?.cpuLoad ?? UNKNOWN_CPU_LOAD;
  }

  leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopWatchingNetwork();
    this.#receivers.close();
    this.#cancelTracks();
    this.#reconnect.stop();
    this.#monitor?.stop();
    this.#heartbeat.stop();
    this.#signalling.leave(this.#lost, this.#channel.unconfirmed);
    this.#early.stop();
    this.#connection.close();
    this.#negotiation.stop(abandoned());
    this.#requests.close();
    this.#channel.clear();
    this.#opening?.reject(abandoned());
    this.#opening = null;
  }

  #restart(fresh: boolean): Promise<RestartOutcome> {
    this.#connection.abortExchange();
    return this.#negotiation.takeTurn(async (agree) => {
      const outcome = await this.#connection.exchange(fresh ? 'fresh' : 'restart', agree);
      return outcome === 'replaced' ? 'refused' : outcome;
    });
  }

  /** An offer that changes nothing: the server that we know answers it, and another has the room where that one died. */
  #askForRoom(): void {
    if (this.#reconnect.interrupted || this.#asking) return;
    this.#asking = true;
    this.#negotiation
      .takeTurn((agree) => this.#renegotiate(agree))
      .catch(() => {})
      .finally(() => {
        this.#asking = false;
      });
  }

  async #renegotiate(agree: () => void): Promise<RestartOutcome> {
    // A restart is due, and negotiates the new transceivers.
    if (this.#closed || (this.#joined && this.#reconnect.interrupted)) return 'unreachable';
    try {
      const outcome = await this.#connection.exchange('same', agree);
      if (outcome === 'refused') await this.#connection.peer?.withdraw();
      if (outcome !== 'replaced') return outcome;
      this.#reconnect.handleChannelClosed();
      return 'unreachable';
    } catch (error) {
      // The room no longer knows us, or this connection is unusable: the policy finds out which.
      if (!this.#closed) this.#reconnect.handleChannelClosed();
      throw error;
    }
  }

  #handleChannelOpen(): void {
    this.#heartbeat.renew();
    this.#channel.renew();
    this.#receive();
    this.#sendEarly();
    this.#opening?.resolve();
    this.#opening = null;
    if (!this.#joined) return;
    this.#cancelTracks();
    this.#cancelTracks = this.#options.clock.schedule(TRACKS_DELAY, () =>
      this.#options.callbacks.onTracksChanged(),
    );
  }

  /** An offer may arrive after a later command on the channel and undo it: the command is sent again then. */
  #resendSwitched(sends: readonly SentTrack[]): void {
    const switched = sends.flatMap(({ name, on }) => {
      const now = this.#outgoing.get(name)?.on ?? on;
      return now === on ? [] : [[name, now] as const];
    });
    if (switched.length === 0) return;
    const tracks = Object.fromEntries(switched);
    this.send({ type: 'update-self', tracks, userData: undefined });
  }

  /** Sends the early audio first, then the microphone. */
  #sendEarly(): void {
    for (const chunk of this.#early.finish(this.#present)) this.send(chunk);
    const microphone = this.#outgoing.get('audio');
    if (microphone !== undefined) this.#connection.peer?.setTrack(microphone).catch(() => {});
  }

  #handleMessage(data: unknown): void {
    this.#heartbeat.heard();
    const event = parseRoomEvent(data);
    if (event === null || !this.#channel.accepts(event)) return;
    if (event.type === 'pong') this.#channel.confirm(event.received);
    if (event.type === 'result') {
      this.#requests.handleResult(event);
      return;
    }
    if (event.type === 'moved') {
      // Where it is already, it hears what is said on the way.
      if (event.handedOver === true) this.#early.start(this.#outgoing.get('audio'));
      this.#reconnect.handleMoved();
      return;
    }
    if (event.type === 'room-left') this.#signalling.forget();
    this.#receivers.handleEvent(event);
    this.#receive();
    this.#channel.receive(event);
  }

  #receive(): void {
    this.#connection.peer?.receive?.(this.#receivers.used);
  }

  /** Never queued: a late ping is worthless. */
  #ping(): boolean {
    const sentAt = this.#options.clock.now();
    const command: RoomCommand = { type: 'ping', sentAt, received: this.#channel.lastReceived };
    return this.#connection.peer?.send(JSON.stringify(command)) === true;
  }

  #handleNetworkChange(): void {
    this.#connection.abortExchange();
    this.#reconnect.handleOnline();
  }

  #handleInterrupted(): void {
    if (!this.#joined) return;
    this.#interruptionReported = true;
    this.#options.callbacks.onInterrupted();
  }

  #handleRestored(): void {
    // Only as the browser sees it: continuing silence is reported again.
    this.#heartbeat.renew();
    if (!this.#interruptionReported) return;
    this.#interruptionReported = false;
    this.#options.callbacks.onRestored();
  }

  #handleLost(error: CallError): void {
    this.#lost = true;
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
}

/** Requested at once, while the page opens its microphone; not where its answer would change nothing for most rooms. */
async function openRoom(options: EngineOptions, signalling: Signalling): Promise<OpenedRoom> {
  const { iceServers, iceConfig } = options;
  if (iceConfig?.placement === 'replace') return { iceServers: [], unknown: true };
  if (iceServers !== undefined) return { iceServers, unknown: true };
  return askRoom(options, signalling);
}

async function askRoom(
  { clock, iceServers, iceConfig }: EngineOptions,
  signalling: Signalling,
): Promise<OpenedRoom> {
  const answer = await signalling.askIceServers();
  const given = iceConfig?.placement === 'replace' ? [] : iceServers;
  const found = given ?? answer?.iceServers ?? [];
  if (answer === null) return { iceServers: found, unknown: true };
  if (answer.media === undefined) return { iceServers: found };
  return { iceServers: found, createPeer: await loadLivekitPeer(clock) };
}
