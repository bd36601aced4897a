import type {
  CallEvent,
  CallEventName,
  CallEventPayloads,
  CallOptions,
  MeetingState,
  Participants,
} from '@kindling/call';

export type WaitingParticipant = CallEventPayloads['waiting-participant-added']['participant'];
export type AccessLevel = 'none' | 'lobby' | 'full';
export type Access = 'unknown' | { readonly level: AccessLevel };

/** Network quality as the page shows it. Seconds, and fractions between 0 and 1. */
export interface PageNetwork {
  readonly threshold: 'good' | 'low' | 'very-low';
  readonly stats: {
    readonly latest?: {
      readonly networkRoundTripTime: number | null;
      readonly totalRecvPacketLoss: number | null;
      readonly totalSendPacketLoss: number | null;
    };
  };
}

/** The settings of room and token that the page reads. */
export interface PageRoomConfig {
  readonly enable_prejoin_ui?: boolean | undefined;
  readonly enable_screenshare?: boolean | undefined;
  readonly enable_chat?: boolean | undefined;
  readonly enable_people_ui?: boolean | undefined;
  readonly enable_network_ui?: boolean | undefined;
  readonly enable_noise_cancellation_ui?: boolean | undefined;
  readonly enable_video_processing_ui?: boolean | undefined;
  readonly enable_live_captions_ui?: boolean | undefined;
  readonly enable_recording?: 'cloud' | 'raw-tracks' | 'local' | undefined;
  readonly enable_transcription?: boolean | undefined;
  readonly start_video_off?: boolean | undefined;
  readonly start_audio_off?: boolean | undefined;
  readonly user_name?: string | undefined;
  readonly lang?: string | undefined;
}

/** The part of a call object that the page uses; the stories' fake implements it, too. */
export interface RoomCall {
  on<N extends CallEventName>(name: N, listener: (event: CallEvent<N>) => void): unknown;
  off<N extends CallEventName>(name: N, listener: (event: CallEvent<N>) => void): unknown;
  preAuth(options: CallOptions): Promise<{ readonly access: Access }>;
  room(): Promise<unknown>;
  /** Joins, from the page itself: see `GatedCall`. */
  enter(options: CallOptions): Promise<unknown>;
  leave(): Promise<void>;
  accessState(): { readonly access: Access };
  requestAccess(request: { name: string }): Promise<{ readonly granted: boolean }>;
  meetingState(): MeetingState;
  participants(): Participants;
  waitingParticipants(): Readonly<Record<string, WaitingParticipant>>;
  updateWaitingParticipant(id: string, update: { grantRequestedAccess: boolean }): Promise<unknown>;
  updateParticipant(id: string, update: { setAudio?: false; eject?: true }): unknown;
  startCamera(options?: CallOptions): Promise<unknown>;
  localAudio(): boolean;
  localVideo(): boolean;
  setLocalAudio(enabled: boolean): unknown;
  setLocalVideo(enabled: boolean): unknown;
  startScreenShare(): void;
  stopScreenShare(): void;
  setUserName(name: string): Promise<unknown>;
  sendAppMessage(data: unknown, to?: string): unknown;
  enumerateDevices(): Promise<{ devices: readonly MediaDeviceInfo[] }>;
  getInputDevices(): Promise<object>;
  setInputDevicesAsync(choice: {
    audioDeviceId?: string;
    videoDeviceId?: string;
  }): Promise<unknown>;
  setOutputDeviceAsync(choice: { outputDeviceId: string }): Promise<unknown>;
  updateInputSettings(settings: NonNullable<CallOptions['inputSettings']>): Promise<unknown>;
  getNetworkStats(): Promise<PageNetwork>;
  startRecording(options: { type: 'cloud' | 'raw-tracks' | 'local' }): unknown;
  stopRecording(): unknown;
  startTranscription(): unknown;
  stopTranscription(): unknown;
  startLocalAudioLevelObserver(interval: number): Promise<void>;
  startRemoteParticipantsAudioLevelObserver(interval: number): Promise<void>;
}

/** Merges the settings of room and token; the token's win. */
export function readRoomConfig(room: unknown): PageRoomConfig {
  if (typeof room !== 'object' || room === null) return {};
  const config = 'config' in room && typeof room.config === 'object' ? room.config : {};
  const token =
    'tokenConfig' in room && typeof room.tokenConfig === 'object' ? room.tokenConfig : {};
  return { ...config, ...token };
}
