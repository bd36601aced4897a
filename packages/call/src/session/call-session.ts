import type { RoomCommand, RoomEvent } from '@kindling/protocol/room';
import { CallError, describeFatal, isCallError, isFatalErrorType } from '../core/call-error.ts';
import type { Emit, LeaveReason, MeetingState } from '../core/call-events.ts';
import { loadEngine } from '../engine/load-engine.ts';
import type {
  CreateEngine,
  Engine,
  EngineOptions,
  JoinedRoom,
  JoinRequest,
  OutgoingTrack,
} from '../engine/port.ts';
import { RemoteParticipants } from '../participants/remote-participants.ts';
import { createSubscribeCommand } from '../participants/subscription.ts';
import type { Dependencies } from './dependencies.ts';

export interface CallSessionOptions {
  readonly dependencies: Dependencies;
  readonly emit: Emit;
  subscribesAutomatically(): boolean;
  /** Opens devices, in parallel with loading the engine. Must not reject. */
  prepare(): Promise<void>;
  /** The tracks that are sent from the start. */
  tracks(): readonly OutgoingTrack[];
  /** Joined: emits the first events. */
  onJoined(room: JoinedRoom): void;
  onCountChanged(): void;
  /** After the participants were updated. */
  onEvent(event: RoomEvent): void;
  /** Before the events of leaving: frees what belongs to the session. */
  onLeft(): void;
}

export interface JoinOptions extends Pick<EngineOptions, 'url' | 'iceConfig' | 'iceServers'> {
  request(): JoinRequest;
}

/** One session after another: loading, joining, joined, left or lost; and the room's events meanwhile. */
export class CallSession {
  readonly remote: RemoteParticipants;
  readonly #options: CallSessionOptions;
  #state: MeetingState = 'new';
  #createEngine: Promise<CreateEngine> | null = null;
  #engine: Engine | null = null;
  #joining = false;
  /** Counts joins and leaves: callbacks of an earlier session are dropped. */
  #epoch = 0;
  #room: JoinedRoom | null = null;
  #joinedAt: Date | null = null;
  #hidden = 0;
  #stopWatchingPage = () => {};

  constructor(options: CallSessionOptions) {
    this.#options = options;
    this.remote = createRemoteParticipants(options, {
      findTrack: (mid) => this.#engine?.findTrack(mid),
      send: (command) => this.send(command),
    });
  }

  get state(): MeetingState {
    return this.#state;
  }

  get sessionId(): string {
    return this.#room?.sessionId ?? '';
  }

  /** The room's answer to the join; null when not joined. */
  get room(): JoinedRoom | null {
    return this.#room;
  }

  /** How many are visible and how many hidden; the local participant is one of either. */
  get counts(): { readonly present: number; readonly hidden: number } {
    const visible = this.joined && this.#room?.permissions?.hasPresence !== false;
    const hidden = this.joined && !visible ? Math.max(1, this.#hidden) : this.#hidden;
    return { present: this.remote.size + (visible ? 1 : 0), hidden };
  }

  get joinedAt(): Date | null {
    return this.#joinedAt;
  }

  get engine(): Engine | null {
    return this.#engine;
  }

  get joined(): boolean {
    return this.#state === 'joined-meeting';
  }

  /** From the call of `join` on, also while the engine is loading. */
  get joiningOrJoined(): boolean {
    return this.#joining || this.joined;
  }

  /** Loads the engine once; can be retried after a failure. */
  load(): Promise<CreateEngine> {
    this.#createEngine ??= this.#load();
    return this.#createEngine;
  }

  async join({ request, ...ofRoom }: JoinOptions): Promise<void> {
    const { prepare, tracks, dependencies } = this.#options;
    this.#joining = true;
    this.#epoch += 1;
    const epoch = this.#epoch;
    try {
      const opening = prepare();
      const createEngine = await this.load();
      this.#assertCurrent(epoch);
      this.#enter('joining-meeting');
      const engine = createEngine({
        ...ofRoom,
        clock: dependencies.clock,
        callbacks: this.#engineCallbacks(epoch),
      });
      await opening;
      if (epoch !== this.#epoch) engine.leave();
      this.#assertCurrent(epoch);
      this.#engine = engine;
      const room = await engine.join(request(), tracks());
      this.#assertCurrent(epoch);
      this.#handleJoined(room);
    } catch (error) {
      if (epoch === this.#epoch) this.#fail(error);
      throw error;
    }
  }

  /** Leaves, or cancels joining. Does nothing when there is no session. */
  leave(reason: LeaveReason = 'left'): void {
    if (!this.joiningOrJoined) return;
    const announced = this.joined || this.#state === 'joining-meeting';
    // First: tracks that stop now must not be sent as changes of a participant.
    this.#state = 'left-meeting';
    this.#close();
    if (announced) this.#options.emit('left-meeting', { reason });
  }

  send(command: RoomCommand): void {
    this.#engine?.send(command);
  }

  async #load(): Promise<CreateEngine> {
    const { dependencies, emit } = this.#options;
    if (this.#state === 'new') this.#enter('loading');
    try {
      const create = await loadEngine(dependencies.importEngine, dependencies.clock, (error) =>
        emit('load-attempt-failed', { errorMsg: error.message }),
      );
      if (this.#state === 'loading') this.#enter('loaded');
      return create;
    } catch (error) {
      this.#createEngine = null;
      if (this.#state === 'loading' && !this.#joining) this.#fail(error);
      throw error;
    }
  }

  /** Callbacks of an engine whose session is over are dropped. */
  #engineCallbacks(epoch: number): EngineOptions['callbacks'] {
    const { emit } = this.#options;
    const type = 'sfu';
    const whileHere =
      <Args extends readonly unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        if (epoch === this.#epoch) handle(...args);
      };
    return {
      onEvent: whileHere((event) => this.#handleEvent(event)),
      onTracksChanged: whileHere(() => this.#handleTracksChanged()),
      onInterrupted: whileHere(() => emit('network-connection', { type, event: 'interrupted' })),
      onRestored: whileHere(() => emit('network-connection', { type, event: 'connected' })),
      onNetworkQuality: whileHere((stats) => emit('network-quality-change', stats)),
      onCpuLoad: whileHere(({ cpuLoadState, cpuLoadStateReason }) =>
        emit('cpu-load-change', { cpuLoadState, cpuLoadStateReason }),
      ),
      onLost: whileHere((error) => this.#fail(error)),
    };
  }

  #handleJoined(room: JoinedRoom): void {
    const { dependencies, emit, onJoined } = this.#options;
    const epoch = this.#epoch;
    this.#joining = false;
    this.#state = 'joined-meeting';
    this.#room = room;
    this.#joinedAt = new Date();
    this.#stopWatchingPage = dependencies.onPageHide(() => this.leave());
    this.remote.start(room.participants);
    onJoined(room);
    emit('network-connection', { type: 'sfu', event: 'connected' });
    this.remote.announce();
    // A listener may have left during one of these events.
    if (epoch !== this.#epoch) return;
    this.#requestTransceivers();
    this.#engine?.startEvents();
  }

  #handleEvent(event: RoomEvent): void {
    const { emit, onCountChanged } = this.#options;
    switch (event.type) {
      case 'participant-joined':
        this.remote.handleJoined(event.participant);
        onCountChanged();
        break;
      case 'participant-updated':
        this.remote.handleUpdated(event.participant);
        break;
      case 'participant-left':
        this.remote.handleLeft(event.sessionId, event.reason);
        onCountChanged();
        break;
      case 'app-message':
        emit('app-message', { data: event.data, fromId: event.from });
        break;
      case 'room-error':
        emit('nonfatal-error', { type: 'room-error', errorMsg: event.message });
        break;
      case 'room-left':
        this.#handleRoomLeft(event.reason, event.message);
        break;
      case 'access':
        this.#handleAccess(event);
        break;
      case 'counts':
        this.#hidden = event.hidden;
        onCountChanged();
        break;
      case 'self-updated':
        this.#updateRoom(event);
        break;
      default:
        break;
    }
    if (this.joined) this.#requestTransceivers();
    this.#options.onEvent(event);
  }

  /** Sets the local name for this meeting, whatever the token says. */
  rename(userName: string): void {
    if (this.#room !== null) this.#room = { ...this.#room, userName };
  }

  #updateRoom({ owner, permissions }: Extract<RoomEvent, { type: 'self-updated' }>): void {
    if (this.#room === null) return;
    this.#room = {
      ...this.#room,
      ...(owner === undefined ? {} : { owner }),
      ...(permissions === undefined ? {} : { permissions }),
    };
    if (permissions !== undefined) this.#options.onCountChanged();
  }

  /** Admitted from the lobby: the others appear all at once. */
  #handleAccess({ level, participants }: Extract<RoomEvent, { type: 'access' }>): void {
    if (this.#room !== null && level !== 'none')
      this.#room = { ...this.#room, level, participants };
    if (level !== 'full') return;
    this.remote.start(participants);
    this.remote.announce();
    this.#options.onCountChanged();
  }

  #handleTracksChanged(): void {
    this.remote.handleTracksChanged();
    this.#requestTransceivers();
  }

  #requestTransceivers(): void {
    const needed = this.remote.missingTransceivers();
    if (needed.audio + needed.video > 0) this.#engine?.requestTransceivers(needed);
  }

  #handleRoomLeft(reason: Exclude<LeaveReason, 'left'>, message: string): void {
    if (isFatalErrorType(reason)) this.#fail(new CallError(reason, message), reason);
    else this.leave(reason);
  }

  #fail(error: unknown, reason: LeaveReason = 'connection-error'): void {
    const { emit } = this.#options;
    const wasJoined = this.joined;
    this.#state = 'error';
    this.#close();
    const details = describeFatal(error);
    emit('error', { errorMsg: details.msg, error: details });
    // A joined call also emits `left-meeting`: some pages only listen for that.
    if (wasJoined) emit('left-meeting', { reason: isReason(error, reason) });
  }

  #close(): void {
    this.#epoch += 1;
    this.#joining = false;
    this.#stopWatchingPage();
    this.#stopWatchingPage = () => {};
    this.#engine?.leave();
    this.#engine = null;
    this.remote.clear();
    this.#room = null;
    this.#joinedAt = null;
    this.#hidden = 0;
    this.#options.onLeft();
  }

  #enter(state: 'loading' | 'loaded' | 'joining-meeting'): void {
    this.#state = state;
    this.#options.emit(state, {});
  }

  #assertCurrent(epoch: number): void {
    if (epoch === this.#epoch) return;
    throw new CallError('left-while-joining', 'The call was left before it was joined.');
  }
}

function isReason(error: unknown, fallback: LeaveReason): LeaveReason {
  return isCallError(error) && error.code === 'exp-room' ? 'exp-room' : fallback;
}

interface RoomAccess {
  findTrack(mid: string): MediaStreamTrack | undefined;
  send(command: RoomCommand): void;
}

function createRemoteParticipants(
  options: CallSessionOptions,
  room: RoomAccess,
): RemoteParticipants {
  const { emit } = options;
  return new RemoteParticipants({
    findTrack: (mid) => room.findTrack(mid),
    onJoined(participant) {
      emit('participant-joined', { participant });
      if (!options.subscribesAutomatically()) return;
      room.send(createSubscribeCommand(participant.session_id, true, participant.tracks));
    },
    onUpdated: (participant) => emit('participant-updated', { participant }),
    onLeft: (participant, reason) =>
      emit('participant-left', reason === 'hidden' ? { participant, reason } : { participant }),
    onTrackStarted: (change) => emit('track-started', change),
    onTrackStopped: (change) => emit('track-stopped', change),
  });
}
