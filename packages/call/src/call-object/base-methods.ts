import type { RoomRequestName, RoomRequestParams } from '@kindling/protocol/room';
import type { CallContext, CallHooks } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import type {
  CallEventName,
  CallEventPayloads,
  CallEvents,
  Emit,
  MeetingState,
} from '../core/call-events.ts';
import { type CallInstances, callInstances } from '../core/call-instances.ts';
import { TypedEmitter } from '../core/typed-emitter.ts';
import type { JoinedRoom } from '../engine/port.ts';
import { LocalTracks } from '../media/local-tracks/local-tracks.ts';
import type { AdvancedConfig, CallObjectOptions, CallOptions } from '../options/call-options.ts';
import { validateOptions } from '../options/validate-options.ts';
import { LocalParticipant } from '../participants/local-participant.ts';
import {
  defaultPermissions,
  type Participant,
  type Participants,
} from '../participants/participant.ts';
import { readPermissions } from '../participants/read-permissions.ts';
import { CallSession } from '../session/call-session.ts';
import { browserDependencies } from '../session/dependencies.ts';
import { getter, type MethodRule, question, task } from './method-rules.ts';

/** When each of the methods below may be called, and what it takes. */
export const BASE_METHOD_RULES = {
  load: task,
  join: task,
  leave: question,
  destroy: question,
  isDestroyed: getter,
  meetingState: getter,
  participants: getter,
} satisfies Record<string, MethodRule>;

/**
 * The base of a call object: options, the session in a room, local tracks, events.
 * The classes above it add the methods of one subject each.
 */
export class BaseMethods extends TypedEmitter<CallEvents> {
  /** The id of this instance, part of every event it emits. */
  readonly callClientId: string;
  protected readonly context: CallContext;
  readonly #instances: CallInstances;
  readonly #local: LocalParticipant;
  #options: CallOptions;
  #destroyed = false;

  constructor(options: CallObjectOptions = {}, dependencies = browserDependencies()) {
    super();
    validateOptions(options);
    this.#instances = callInstances;
    this.callClientId = this.#instances.add(this, options);
    this.#options = options;
    const hooks = new TypedEmitter<CallHooks>();
    const preparations = new Set<() => Promise<void>>();
    const emit: Emit = (name, payload) => this.#emitEvent(name, payload);
    const tracks = new LocalTracks({
      // The connection may be gone by now; then there is nothing to send to.
      onChanged: (track) => void session.engine?.setTrack(track).catch(() => {}),
      onStateChanged: () => this.#handleLocalChange(),
    });
    const session = new CallSession({
      dependencies,
      emit,
      prepare: async () => void (await Promise.all([...preparations].map((open) => open()))),
      tracks: () => tracks.all(),
      subscribesAutomatically: () => this.#options.subscribeToTracksAutomatically ?? true,
      onJoined: (room) => this.#handleJoined(room),
      onCountChanged: () => this.#handleCountChanged(),
      onEvent: (event) => hooks.emit('event', event),
      onLeft: () => this.#handleLeft(),
    });
    this.#local = new LocalParticipant(tracks, emit, hooks);
    this.context = {
      dependencies,
      hooks,
      session,
      tracks,
      emit,
      preparations,
      options: () => this.#options,
      mergeOptions: (given) => {
        this.#options = { ...this.#options, ...given };
      },
      notifyLocalChange: () => this.#handleLocalChange(),
      request: (method, params) => this.#request(method, params),
    };
  }

  /** The options given so far, where published clients read them. */
  get properties(): { dailyConfig?: AdvancedConfig; userName?: string } {
    const { dailyConfig, userName } = this.#options;
    return {
      ...(dailyConfig === undefined ? {} : { dailyConfig }),
      ...(userName === undefined ? {} : { userName }),
    };
  }

  /**
   * Loads the media engine ahead of `join`.
   *
   * @throws a `connection-error`
   */
  async load(options: CallOptions = {}): Promise<void> {
    this.takeOptions(options);
    await this.context.session.load();
  }

  /**
   * Joins the room at `url`. A refused microphone is a `camera-error` event, and the call continues
   * without it. A second join only warns.
   *
   * @throws a `CallError`
   */
  async join(options: CallOptions = {}): Promise<Participants | undefined> {
    const { session } = this.context;
    if (session.joiningOrJoined) {
      console.warn('join() does nothing: this call object is joining or joined. Leave first.');
      return undefined;
    }
    this.takeOptions(options);
    const { url, dailyConfig } = this.#options;
    if (url === undefined) throw new CallError('invalid-property', 'join() needs a url.');
    const iceConfig = dailyConfig?.iceConfig;
    await session.join({
      url,
      ...(iceConfig === undefined ? {} : { iceConfig }),
      // They belong to that room and their credentials expire: the next join asks again.
      ...(options.iceServers === undefined ? {} : { iceServers: options.iceServers }),
      request: () => ({
        audio: this.context.tracks.get('audio')?.on ?? false,
        userName: this.#options.userName ?? '',
        userData: this.#options.userData,
        ...(this.#options.token === undefined ? {} : { token: this.#options.token }),
      }),
    });
    return this.participants();
  }

  /** Leaves the room and releases the devices. Does nothing when not in a room. */
  async leave(): Promise<void> {
    this.context.session.leave();
  }

  /** Leaves and frees everything at once; the object cannot be used afterwards. */
  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    // Before the events: a listener may call destroy again, or create the next call object.
    this.#destroyed = true;
    this.#instances.remove(this.callClientId);
    await this.leave();
    this.context.hooks.emit('destroyed');
    this.#emitEvent('call-instance-destroyed', {});
    this.removeAllListeners();
    this.context.hooks.removeAllListeners();
  }

  /** True from `destroy()` on. */
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** The state of this call object, from `new` to `left-meeting` or `error`. */
  meetingState(): MeetingState {
    return this.context.session.state;
  }

  /**
   * All participants by session id, the local one under `local`. Empty before `startCamera()` or
   * `join()`, and after the call.
   */
  participants(): Participants {
    const all: Record<string, Participant> = {};
    for (const participant of this.context.session.remote.all())
      all[participant.session_id] = participant;
    if (this.isPresent()) all.local = this.localParticipant();
    // Typed as in the published library: `local` is always present during a call.
    return all as unknown as Participants;
  }

  /** Whether there is a local participant to show. */
  protected isPresent(): boolean {
    return this.context.session.joiningOrJoined;
  }

  protected localParticipant(): Participant {
    const { userName = '', userData } = this.#options;
    const { sessionId, joinedAt, room } = this.context.session;
    const owner = room?.owner ?? false;
    return this.#local.describe({
      sessionId,
      joinedAt,
      userData,
      owner,
      record: this.context.session.remote.recorders.has(sessionId),
      userId: room?.userId ?? sessionId,
      networkQualityState: this.context.session.engine?.networkStats.networkState ?? 'unknown',
      userName: room?.userName ?? userName,
      ejectAt: room?.ejectAt === undefined ? null : new Date(room.ejectAt),
      permissions:
        room === null ? defaultPermissions(owner) : readPermissions(room.permissions, owner),
    });
  }

  protected isLocal(sessionId: string): boolean {
    return sessionId === 'local' || sessionId === this.context.session.sessionId;
  }

  protected takeOptions(options: CallOptions): void {
    validateOptions(options);
    this.#options = { ...this.#options, ...options };
    this.context.hooks.emit('options', options);
  }

  protected notifyLocalChange(): void {
    this.#handleLocalChange();
  }

  async #request<N extends RoomRequestName>(method: N, params: RoomRequestParams<N>) {
    const { engine } = this.context.session;
    if (engine === null) throw new CallError('before-join', `${method} only supported after join.`);
    return engine.request(method, params);
  }

  #handleJoined(room: JoinedRoom): void {
    const { hooks } = this.context;
    hooks.emit('admitted', room);
    this.#emitEvent('joined-meeting', { participants: this.participants() });
    this.#handleCountChanged();
    this.#local.handleJoined(this.localParticipant());
    hooks.emit('joined', room);
  }

  #handleLeft(): void {
    this.#local.handleLeft();
    this.context.hooks.emit('left');
  }

  #handleLocalChange(): void {
    const { session, tracks, hooks } = this.context;
    if (!session.joined) return;
    const on = Object.fromEntries(tracks.all().map((track) => [track.name, track.on]));
    session.send({ type: 'update-self', tracks: on, userData: undefined });
    this.#local.handleChanged(this.localParticipant());
    hooks.emit('localChanged');
  }

  #handleCountChanged(): void {
    const { session, hooks } = this.context;
    this.#emitEvent('participant-counts-updated', { participantCounts: session.counts });
    hooks.emit('remoteChanged');
  }

  #emitEvent<N extends CallEventName>(action: N, payload: CallEventPayloads[N]): void {
    this.emit(action, ...([{ action, callClientId: this.callClientId, ...payload }] as never));
  }
}
