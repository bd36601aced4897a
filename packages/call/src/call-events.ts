import type { RoomEvent, TrackKind } from '@kindling/protocol/room';
import type { FatalErrorDetails } from './call-error.ts';
import type { CameraError } from './devices/camera-error.ts';
import type { DeviceInfos } from './devices/device-list.ts';
import type { NetworkStats } from './engine/network-quality.ts';
import type { InputSettings } from './input-settings.ts';
import type { ParticipantsAudioLevel } from './levels/audio-levels.ts';
import type { Participant, ParticipantCounts, Participants } from './participants/participant.ts';

export type MeetingState =
  | 'new'
  | 'loading'
  | 'loaded'
  | 'joining-meeting'
  | 'joined-meeting'
  | 'left-meeting'
  | 'error';

export interface AccessState {
  readonly access: 'unknown' | { readonly level: 'none' | 'lobby' | 'full' };
}

/** `room-error`: the server could not use what it was sent. */
export type NonfatalErrorType = 'audio-processor-error' | 'input-settings-error' | 'room-error';

/** Why a call was left: by the page, or as the server says. */
export type LeaveReason = 'left' | Extract<RoomEvent, { type: 'room-left' }>['reason'];

type NoPayload = Record<never, never>;

/** Every event of a call object and what it carries beside `action` and `callClientId`. */
export interface CallEventPayloads {
  loading: NoPayload;
  'load-attempt-failed': { readonly errorMsg: string };
  loaded: NoPayload;
  'joining-meeting': NoPayload;
  'joined-meeting': { readonly participants: Participants };
  'left-meeting': { readonly reason: LeaveReason };
  'call-instance-destroyed': NoPayload;
  'participant-joined': { readonly participant: Participant };
  'participant-updated': { readonly participant: Participant };
  'participant-left': { readonly participant: Participant; readonly reason?: 'hidden' };
  'participant-counts-updated': { readonly participantCounts: ParticipantCounts };
  'track-started': TrackEventPayload;
  'track-stopped': TrackEventPayload;
  'app-message': { readonly data: unknown; readonly fromId: string };
  error: { readonly errorMsg: string; readonly error: FatalErrorDetails };
  'nonfatal-error': {
    readonly type: NonfatalErrorType;
    readonly errorMsg: string;
    readonly details?: unknown;
  };
  'camera-error': {
    readonly errorMsg: { readonly errorMsg: string; readonly audioOk: boolean };
    readonly error: CameraError;
  };
  'recording-error': { readonly errorMsg: string };
  'network-quality-change': NetworkStats;
  'network-connection': {
    readonly type: 'signaling' | 'peer-to-peer' | 'sfu';
    readonly event: 'connected' | 'interrupted';
  };
  'remote-participants-audio-level': { readonly participantsAudioLevel: ParticipantsAudioLevel };
  'local-audio-level': { readonly audioLevel: number };
  'available-devices-updated': { readonly availableDevices: readonly MediaDeviceInfo[] };
  'selected-devices-updated': { readonly devices: DeviceInfos };
  'input-settings-updated': { readonly inputSettings: InputSettings };
  'access-state-updated': AccessState;
}

interface TrackEventPayload {
  /** Null when the participant left. */
  readonly participant: Participant | null;
  readonly track: MediaStreamTrack;
  readonly type: TrackKind;
}

export type CallEventName = keyof CallEventPayloads;

/** What a listener gets. */
export type CallEvent<N extends CallEventName = CallEventName> = {
  [K in N]: { readonly action: K; readonly callClientId: string } & CallEventPayloads[K];
}[N];

export type CallEvents = { [N in CallEventName]: [event: CallEvent<N>] };

/** How the parts of a call object tell the page. */
export type Emit = <N extends CallEventName>(name: N, payload: CallEventPayloads[N]) => void;
