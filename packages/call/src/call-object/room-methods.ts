import type { Access, AccessState } from '../core/call-events.ts';
import type { CallOptions } from '../options/call-options.ts';
import { isString, within } from '../options/predicates.ts';
import {
  checkAppMessage,
  checkMergeStrategy,
  checkParticipantUpdate,
  checkParticipantUpdates,
  checkSessionData,
  checkUserData,
} from '../options/room-rules.ts';
import { followOwners } from '../participants/local-permissions.ts';
import type { ParticipantCounts, WaitingParticipant } from '../participants/participant.ts';
import type { ParticipantUpdate } from '../participants/participant-update.ts';
import { ParticipantUpdates } from '../participants/participant-updates.ts';
import { createSubscribeCommand } from '../participants/subscription.ts';
import { ActiveSpeaker } from '../room/active-speaker.ts';
import {
  MeetingSession,
  type MeetingSessionState,
  type MeetingSessionSummary,
} from '../room/meeting-session.ts';
import { type AccessRequest, RoomAccess, urlToAskAbout } from '../room/room-access.ts';
import type { PendingRoomInfo, RoomInfo } from '../room/room-info.ts';
import {
  WaitingParticipants,
  type WaitingParticipantUpdate,
} from '../room/waiting-participants.ts';
import { MediaMethods } from './media-methods.ts';
import {
  anyObject,
  callObjectGetter,
  callObjectOnly,
  firstArgument,
  getter,
  type MethodRule,
  question,
  rule,
  setter,
  task,
  taskInRoom,
} from './method-rules.ts';

/** When each of the methods below may be called, and what it takes. */
export const ROOM_METHOD_RULES = {
  preAuth: rule('async', 'not-joined', callObjectOnly),
  accessState: callObjectGetter,
  participantCounts: getter,
  updateParticipant: rule('chain', 'usable', {
    check: ([id, update], automatic) => (id ? checkParticipantUpdate(automatic)(update) : null),
  }),
  updateParticipants: rule('chain', 'usable', {
    check: ([updates], automatic) => checkParticipantUpdates(automatic)(updates),
  }),
  waitingParticipants: callObjectGetter,
  updateWaitingParticipant: rule('async', 'joined', {
    ...callObjectOnly,
    check: ([id = '', update = {}]) =>
      isString(id) ? anyObject(update) : 'needs the id of a waiting participant',
  }),
  updateWaitingParticipants: rule('async', 'joined', {
    ...callObjectOnly,
    check: ([updates = {}]) => anyObject(updates),
  }),
  requestAccess: rule('async', 'joined', callObjectOnly),
  setUserName: task,
  setUserData: rule(
    'async',
    'usable',
    firstArgument((data) => within('userData', checkUserData(data))),
  ),
  sendAppMessage: rule('chain', 'joined', firstArgument(checkAppMessage)),
  subscribeToTracksAutomatically: getter,
  setSubscribeToTracksAutomatically: rule('chain', 'joined', {
    hint: 'Use the option subscribeToTracksAutomatically.',
  }),
  room: question,
  meetingSessionSummary: getter,
  meetingSessionState: rule('get', 'joined'),
  getMeetingSession: taskInRoom,
  setMeetingSessionData: rule('void', 'joined', {
    ...callObjectOnly,
    check: ([data, strategy]) => checkSessionData(data) ?? checkMergeStrategy(strategy),
  }),
  getActiveSpeaker: getter,
  activeSpeakerMode: getter,
  setActiveSpeakerMode: setter,
} satisfies Record<string, MethodRule>;

/** Remote participants, access to the room, and messages. */
export class RoomMethods extends MediaMethods {
  readonly #access = new RoomAccess(this.context);
  readonly #waiting = new WaitingParticipants(this.context);
  readonly #session = new MeetingSession(this.context);
  readonly #speaker = new ActiveSpeaker(this.context);
  readonly #updates: ParticipantUpdates = this.#createUpdates();

  /** The access level, and the level that is being requested. */
  accessState(): AccessState {
    return this.#access.state;
  }

  /**
   * Queries ahead of `join` what access joining would give, and loads the engine.
   *
   * @throws the same `CallError` that joining would end with
   */
  async preAuth(options: CallOptions = {}): Promise<{ access: Access }> {
    this.takeOptions(options);
    const { url, token } = this.context.options();
    return this.#access.preAuth(urlToAskAbout(url), token);
  }

  /** From the lobby: requests access under a name, and resolves when an owner has decided. */
  async requestAccess({ name }: AccessRequest = {}): Promise<{ access: Access; granted: boolean }> {
    return this.#access.request(name ?? this.localParticipant().user_name);
  }

  /** Participants who request access, by id. Known to owners and those who may administer participants. */
  waitingParticipants(): { [id: string]: WaitingParticipant } {
    return this.#waiting.all();
  }

  /**
   * Admits a waiting participant, or rejects them.
   *
   * @throws when the room refuses
   */
  async updateWaitingParticipant(
    id: string,
    update: WaitingParticipantUpdate,
  ): Promise<{ id: string }> {
    await this.#waiting.update({ [id]: update });
    return { id };
  }

  /** The same for several; `*` stands for all who wait. */
  async updateWaitingParticipants(
    updates: Readonly<Record<string, WaitingParticipantUpdate>>,
  ): Promise<{ ids: string[] }> {
    return { ids: await this.#waiting.update(updates) };
  }

  /** How many participants are visible, the local one included, and how many are hidden. */
  participantCounts(): ParticipantCounts {
    return this.context.session.counts;
  }

  /**
   * Of remote participants: which tracks to receive; as an owner also tracks to switch off, permissions,
   * and whether they are removed. Of the local one: microphone, camera and screen. A refusal is a
   * `nonfatal-error`.
   */
  updateParticipant(sessionId: string, update: ParticipantUpdate = {}): this {
    if (this.isLocal(sessionId)) this.#updateSelf(update);
    else this.#updates.update(sessionId, update);
    return this;
  }

  /** The same for several; `*` stands for everyone else. */
  updateParticipants(updates: Readonly<Record<string, ParticipantUpdate>>): this {
    const { '*': everybodyElse, ...named } = updates;
    if (everybodyElse !== undefined) {
      for (const { session_id } of this.context.session.remote.all()) {
        this.updateParticipant(session_id, everybodyElse);
      }
    }
    for (const [sessionId, update] of Object.entries(named)) {
      this.updateParticipant(sessionId, update);
    }
    return this;
  }

  /** Whether all remote tracks are subscribed to automatically. */
  subscribeToTracksAutomatically(): boolean {
    return this.context.options().subscribeToTracksAutomatically ?? true;
  }

  /** On: subscribes to all present and future tracks. Off: keeps the current subscriptions. */
  setSubscribeToTracksAutomatically(enabled: boolean): this {
    const before = this.subscribeToTracksAutomatically();
    this.context.mergeOptions({ subscribeToTracksAutomatically: enabled });
    if (before || !enabled) return this;
    const { session } = this.context;
    for (const { session_id, tracks } of session.remote.all())
      session.send(createSubscribeCommand(session_id, true, tracks));
    return this;
  }

  /** Who speaks, or spoke last; empty before anyone did. */
  getActiveSpeaker(): { peerId?: string } {
    return this.#speaker.current;
  }

  /** Whether the active speaker is shown large. */
  activeSpeakerMode(): boolean {
    return this.#speaker.mode;
  }

  /** Shows the active speaker large, or all alike. Emits an event when it changes. */
  setActiveSpeakerMode(enabled: boolean): this {
    this.#speaker.setMode(enabled);
    return this;
  }

  /** The current meeting session, or the last one; empty before the first. */
  meetingSessionSummary(): MeetingSessionSummary {
    return this.#session.summary;
  }

  /** The same, as a promise. @deprecated Use `meetingSessionSummary()`. */
  async getMeetingSession(): Promise<{ meetingSession: MeetingSessionSummary }> {
    return { meetingSession: this.#session.summary };
  }

  /** The data shared by all participants of the meeting, and its sync topology. */
  meetingSessionState(): MeetingSessionState {
    return this.#session.state;
  }

  /**
   * Sets the data shared by all participants: at most 100 KB of JSON. `shallow-merge`: only its own
   * keys. A refusal is a nonfatal `meeting-session-data-error`.
   */
  setMeetingSessionData(
    data: unknown,
    mergeStrategy: 'replace' | 'shallow-merge' = 'replace',
  ): void {
    this.#session.setData(data, mergeStrategy);
  }

  /**
   * The settings of the room and the token; before they are known only the url, or null
   * without one.
   */
  async room({
    includeRoomConfigDefaults = true,
  } = {}): Promise<PendingRoomInfo | RoomInfo | null> {
    const { describeRoom } = await import('../room/room-info.ts');
    return describeRoom(this.context, this.#access, includeRoomConfigDefaults);
  }

  /** Sends any JSON value to one participant, to several, or to everyone else. */
  sendAppMessage(data: unknown, to: string | readonly string[] = '*'): this {
    for (const one of typeof to === 'string' ? [to] : to) {
      this.context.session.send({ type: 'app-message', to: one, data });
    }
    return this;
  }

  /** Resolves with the name that others see from now on; `thisMeetingOnly`: it is not kept for the next session. */
  async setUserName(
    name: string,
    { thisMeetingOnly = false }: { thisMeetingOnly?: boolean } = {},
  ): Promise<{ userName: string }> {
    const userName = name ?? '';
    const { session } = this.context;
    if (!thisMeetingOnly || !session.joined) this.takeOptions({ userName });
    if (session.joined) {
      session.rename(userName);
      session.send({ type: 'update-self', userName, userData: undefined });
    }
    this.notifyLocalChange();
    return { userName };
  }

  /** Any JSON value of at most 4096 characters, visible to all participants. */
  async setUserData(userData: unknown): Promise<{ userData: unknown }> {
    this.takeOptions({ userData });
    const { session } = this.context;
    if (session.joined) session.send({ type: 'update-self', userData });
    this.notifyLocalChange();
    return { userData };
  }

  #updateSelf({ setAudio, setVideo, setScreenShare, updatePermissions }: ParticipantUpdate): void {
    if (setAudio !== undefined) this.setLocalAudio(setAudio);
    if (setVideo !== undefined) this.setLocalVideo(setVideo);
    if (setScreenShare === false) this.stopScreenShare();
    if (updatePermissions !== undefined)
      this.#updates.update(this.context.session.sessionId, { updatePermissions });
  }

  #createUpdates(): ParticipantUpdates {
    followOwners({
      context: this.context,
      permissions: () => this.localParticipant().permissions,
      switchOff: (name) => this.#switchOff(name),
      onChanged: () => this.notifyLocalChange(),
    });
    return new ParticipantUpdates(this.context);
  }

  #switchOff(name: string): void {
    if (name === 'audio') this.setLocalAudio(false);
    else if (name === 'video') this.setLocalVideo(false);
    else if (name === 'screenVideo') this.stopScreenShare();
    else if (name === 'screenAudio') this.updateScreenShare({ screenAudio: { enabled: false } });
    else this.stopCustomTrack(name).catch(() => {});
  }
}
