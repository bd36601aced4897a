import type { RoomEvent } from '@kindling/protocol/room';
import type { CpuLoadStats } from '../engine/quality/cpu-load.ts';
import type { NetworkStats } from '../engine/quality/network-quality.ts';
import type { CameraError } from '../media/devices/camera-error.ts';
import type { DeviceInfos } from '../media/devices/device-list.ts';
import type { ParticipantsAudioLevel } from '../media/levels/audio-levels.ts';
import type { SidebarView, ThemeConfig } from '../options/frame-options.ts';
import type { InputSettings } from '../options/input-settings.ts';
import type { Language, LanguageSetting } from '../options/language.ts';
import type { ReceiveSettings, SendSettings } from '../options/media-settings.ts';
import type {
  Participant,
  ParticipantCounts,
  Participants,
  WaitingParticipant,
} from '../participants/participant.ts';
import type { TestCompleted } from '../pre-call/test-results.ts';
import type { FatalErrorDetails } from './call-error.ts';

/** The state of the call, as `meetingState()` returns it. */
export type MeetingState =
  | 'new'
  | 'loading'
  | 'loaded'
  | 'joining-meeting'
  | 'joined-meeting'
  | 'left-meeting'
  | 'error';

export type Access = 'unknown' | { readonly level: 'none' | 'lobby' | 'full' };

/** The access level: unknown before the room answered. */
export interface AccessState {
  readonly access: Access;
  /** While access is being requested. */
  readonly awaitingAccess?: { readonly level: 'none' | 'lobby' | 'full' };
}

/** `room-error`: the server rejected a message. */
export type NonfatalErrorType =
  | 'input-settings-error'
  | 'screen-share-error'
  | 'local-audio-level-observer-error'
  | 'video-processor-error'
  | 'video-processor-warning'
  | 'audio-processor-error'
  | 'remote-media-player-error'
  | 'live-streaming-warning'
  | 'meeting-session-data-error'
  | 'room-error';

/** Why a call was left: by the page, or the server's reason. */
export type LeaveReason = 'left' | Extract<RoomEvent, { type: 'room-left' }>['reason'];

export interface RecordingLayout {
  readonly preset: string;
  readonly [setting: string]: unknown;
}

export interface MediaPlayerInfo {
  readonly session_id: string;
  readonly remoteMediaPlayerState: {
    readonly state: 'playing' | 'paused' | 'buffering';
    readonly settings: { readonly state?: 'play' | 'pause'; readonly volume?: number };
  };
}

type NoPayload = Record<never, never>;

/** Every event of a call object and its payload besides `action` and `callClientId`. */
export interface CallEventPayloads {
  /** The media engine is being fetched. */
  loading: NoPayload;
  /** The media engine could not be fetched; it is retried. */
  'load-attempt-failed': { readonly errorMsg: string };
  /** The media engine is loaded; in a frame, the call page. */
  loaded: NoPayload;
  /** Microphone and camera were requested, before or while joining. */
  'started-camera': NoPayload;
  /** A microphone or camera could not be opened; the call continues without it. */
  'camera-error': {
    readonly errorMsg: {
      readonly errorMsg: string;
      readonly audioOk?: boolean;
      readonly videoOk?: boolean;
    };
    readonly error: CameraError;
  };
  /** `join` has begun. */
  'joining-meeting': NoPayload;
  /** The local participant has joined; with all participants. */
  'joined-meeting': { readonly participants: Participants };
  /** The call is over for this page: it left, or was removed. */
  'left-meeting': { readonly reason: LeaveReason };
  /** `destroy` has finished; the object can no longer be used. */
  'call-instance-destroyed': NoPayload;
  /** A participant joined. */
  'participant-joined': { readonly participant: Participant };
  /** A participant, remote or local, changed: tracks, name, data, permissions. */
  'participant-updated': { readonly participant: Participant };
  /** A participant left, or became hidden. */
  'participant-left': { readonly participant: Participant; readonly reason?: 'hidden' };
  /** The number of participants changed. */
  'participant-counts-updated': { readonly participantCounts: ParticipantCounts };
  /** A track, remote or local, can be played. */
  'track-started': TrackEventPayload;
  /** A track ended: remove its player. */
  'track-stopped': TrackEventPayload;
  /** The active speaker changed. */
  'active-speaker-change': { readonly activeSpeaker: { readonly peerId: string } };
  /** The active speaker mode changed. */
  'active-speaker-mode-change': { readonly enabled: boolean };
  /** A participant sent data: any JSON value. Validate it before use. */
  'app-message': { readonly data: unknown; readonly fromId: string };
  /** The local participant requested access, waits, or was admitted. */
  'access-state-updated': AccessState;
  /** To those who may admit: a participant requests access. */
  'waiting-participant-added': { readonly participant: WaitingParticipant };
  /** To those who may admit: a waiting participant changed. */
  'waiting-participant-updated': { readonly participant: WaitingParticipant };
  /** To those who may admit: a participant no longer waits. */
  'waiting-participant-removed': { readonly participant: WaitingParticipant };
  /** The meeting session has an id; a new one after all had left. */
  'meeting-session-updated': { readonly meetingSession: { readonly id: string } };
  /** As `meeting-session-updated`, under the name that replaces it. */
  'meeting-session-summary-updated': { readonly meetingSession: { readonly id: string } };
  /** The shared session data, or the media topology, changed. */
  'meeting-session-state-updated': {
    readonly meetingSessionState: {
      readonly data: unknown;
      readonly topology: 'sfu' | 'peer' | 'none';
    };
  };
  /** Fatal: the call is over, and `error.type` says why. */
  error: { readonly errorMsg: string; readonly error: FatalErrorDetails };
  /** Something failed without ending the call. */
  'nonfatal-error': {
    readonly type: NonfatalErrorType;
    readonly errorMsg: string;
    readonly details?: unknown;
  };
  /** The connection became better or worse. */
  'network-quality-change': NetworkStats;
  /** The connection was interrupted, or restored. */
  'network-connection': {
    readonly type: 'signaling' | 'peer-to-peer' | 'sfu';
    readonly event: 'connected' | 'interrupted';
  };
  /** The CPU load became high, or low again. */
  'cpu-load-change': Pick<CpuLoadStats, 'cpuLoadState' | 'cpuLoadStateReason'>;
  /** A pre-call test has finished. */
  'test-completed': TestCompleted;
  /** Devices were plugged in or out. */
  'available-devices-updated': { readonly availableDevices: readonly MediaDeviceInfo[] };
  /** The microphone, camera or loudspeaker in use changed. */
  'selected-devices-updated': { readonly devices: DeviceInfos };
  /** Noise cancellation or the background effect changed. */
  'input-settings-updated': { readonly inputSettings: InputSettings };
  /** The send settings changed. */
  'send-settings-updated': { readonly sendSettings: SendSettings };
  /** The receive settings changed. */
  'receive-settings-updated': { readonly receiveSettings: ReceiveSettings };
  /** How loud the microphone is, 0 to 1, at the interval of `startLocalAudioLevelObserver`. */
  'local-audio-level': { readonly audioLevel: number };
  /** How loud the others are, by session id, at the observer's interval. */
  'remote-participants-audio-level': { readonly participantsAudioLevel: ParticipantsAudioLevel };
  /** The number of faces in the camera's picture. */
  'face-counts-updated': { readonly faceCounts: number };
  /** Local screen sharing started. */
  'local-screen-share-started': NoPayload;
  /** Local screen sharing stopped. */
  'local-screen-share-stopped': NoPayload;
  /** The user closed the browser's screen picker. */
  'local-screen-share-canceled': NoPayload;
  /** A recording was started, by any participant. */
  'recording-started': {
    readonly local?: boolean;
    readonly recordingId?: string;
    readonly startedBy?: string;
    readonly type?: 'cloud' | 'raw-tracks' | 'local';
    readonly layout?: RecordingLayout;
    readonly instanceId?: string;
  };
  /** `duration`: milliseconds. */
  'recording-stopped': { readonly instanceId?: string; readonly duration?: number };
  /** Progress of a local recording, about once a second. `duration`: milliseconds. */
  'recording-stats': { readonly local: true; readonly bytes: number; readonly duration: number };
  /** A recording failed to start, or broke off. */
  'recording-error': { readonly errorMsg: string; readonly instanceId?: string };
  /**
   * A recording on the server can be downloaded: `files` are its tracks, its audio or its video,
   * by the names under which download links are requested; `size` in bytes.
   */
  'recording-upload-completed': {
    readonly recordingId?: string;
    readonly instanceId?: string;
    readonly type?: 'cloud' | 'raw-tracks';
    readonly files: readonly { readonly name: string; readonly size: number }[];
  };
  /** A chunk of a local recording; `finished`: the last one. */
  'recording-data': { readonly data: Uint8Array; readonly finished: boolean };
  /** Live streams: not emitted while none is configured, except the error. */
  'live-streaming-started': { readonly instanceId?: string };
  /** As `live-streaming-started`. */
  'live-streaming-updated': {
    readonly state: 'connected' | 'interrupted';
    readonly instanceId?: string;
  };
  /** As `live-streaming-started`. */
  'live-streaming-stopped': { readonly instanceId?: string };
  /** A live stream failed. */
  'live-streaming-error': { readonly errorMsg: string; readonly instanceId?: string };
  /** Transcription started. */
  'transcription-started': {
    readonly instanceId: string;
    readonly language: string;
    readonly model: string;
    readonly startedBy: string;
  };
  /** Transcription stopped. */
  'transcription-stopped': { readonly instanceId: string; readonly updatedBy: string };
  /** Transcription failed. */
  'transcription-error': { readonly instanceId: string; readonly errorMsg?: string };
  /** A transcribed sentence. */
  'transcription-message': {
    readonly instanceId: string;
    readonly trackType: string;
    readonly participantId: string;
    readonly text: string;
    readonly timestamp: Date;
    readonly rawResponse: Readonly<Record<string, unknown>>;
  };
  /** A player plays a file to all participants. */
  'remote-media-player-started': MediaPlayerInfo & { readonly updatedBy: string };
  /** A player was paused or resumed, or its volume changed. */
  'remote-media-player-updated': MediaPlayerInfo & { readonly updatedBy: string };
  /** A player finished, or was stopped. */
  'remote-media-player-stopped': {
    readonly session_id: string;
    readonly updatedBy: string;
    readonly reason: 'EOS' | 'stopped-by-peer';
  };
  /** Frames only: the frame fills the screen. */
  fullscreen: NoPayload;
  /** Frames only: the frame no longer fills the screen. */
  'exited-fullscreen': NoPayload;
  /** Frames only: the language of the call page changed. */
  'lang-updated': { readonly lang: Language; readonly langSetting: LanguageSetting };
  /** Frames only: the theme of the call page changed. */
  'theme-updated': { readonly theme: ThemeConfig };
  /** Frames only: whether the local video is shown. */
  'show-local-video-changed': { readonly show: boolean };
  /** Frames only: the sidebar was opened, changed or closed. */
  'sidebar-view-changed': { readonly view: SidebarView };
  /** Frames only: a button of `customTrayButtons` was pressed. */
  'custom-button-click': { readonly button_id: string };
  /** Frames only: on a tile of the call page. */
  click: PointerPayload;
  /** Frames only: on a tile of the call page. */
  mousedown: PointerPayload;
  /** Frames only: on a tile of the call page. */
  mouseup: PointerPayload;
  /** Frames only: on a tile of the call page. */
  mouseover: PointerPayload;
  /** Frames only: on a tile of the call page. */
  mousemove: PointerPayload;
  /** Frames only: on a tile of the call page. */
  touchstart: PointerPayload;
  /** Frames only: on a tile of the call page. */
  touchmove: PointerPayload;
  /** Frames only: on a tile of the call page. */
  touchend: PointerPayload;
  /** Telephony; not emitted while none is configured. */
  'dialin-connected': SipPayload;
  /** Telephony; not emitted while none is configured. */
  'dialin-ready': { readonly sipEndpoint: string };
  /** Telephony; not emitted while none is configured. */
  'dialin-error': SipPayload & { readonly errorMsg: string };
  /** Telephony; not emitted while none is configured. */
  'dialin-stopped': SipPayload;
  /** Telephony; not emitted while none is configured. */
  'dialin-warning': SipPayload & { readonly errorMsg: string };
  /** Telephony; not emitted while none is configured. */
  'dialout-connected': SipPayload;
  /** Telephony; not emitted while none is configured. */
  'dialout-answered': SipPayload;
  /** Telephony; not emitted while none is configured. */
  'dialout-error': SipPayload & { readonly errorMsg: string };
  /** Telephony; not emitted while none is configured. */
  'dialout-stopped': SipPayload;
  /** Telephony; not emitted while none is configured. */
  'dialout-warning': SipPayload & { readonly errorMsg: string };
}

interface TrackEventPayload {
  /** Null when the participant left. */
  readonly participant: Participant | null;
  /** In frames a description with the same fields (id, kind, label, …): the call page plays it. */
  readonly track: MediaStreamTrack;
  /** `audio`, `video`, `screenAudio`, `screenVideo`, `rmpAudio`, `rmpVideo`, or a custom name. */
  readonly type: string;
}

/** Frames only: a tile of the prebuilt call page was touched or clicked. */
interface PointerPayload {
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
  readonly participant: Participant;
}

/** Declared for published clients: not emitted while no telephony is configured. */
interface SipPayload {
  readonly sessionId: string;
}

/** The names of `CallEventPayloads`. */
export type CallEventName = keyof CallEventPayloads;

/** What a listener gets. */
export type CallEvent<N extends CallEventName = CallEventName> = {
  [K in N]: { readonly action: K; readonly callClientId: string } & CallEventPayloads[K];
}[N];

/** Events by name, as `on` takes them. */
export type CallEvents = { [N in CallEventName]: [event: CallEvent<N>] };

/** How the parts of a call object emit events to the page. */
export type Emit = <N extends CallEventName>(name: N, payload: CallEventPayloads[N]) => void;
