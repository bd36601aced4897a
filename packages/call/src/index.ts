export {
  CallError,
  type CallErrorCode,
  type ConnectionErrorStage,
  type FatalErrorDetails,
  type FatalErrorType,
  isCallError,
  type MisuseCode,
} from './call-error.ts';
export type {
  AccessState,
  CallEvent,
  CallEventName,
  CallEventPayloads,
  CallEvents,
  LeaveReason,
  MeetingState,
  NonfatalErrorType,
} from './call-events.ts';
export {
  type CallFactory,
  callFactory as default,
  createCallObject,
  getCallInstance,
  version,
} from './call-factory.ts';
export { CallObject } from './call-object.ts';
export { type Clock, createSystemClock } from './clock.ts';
export { type CameraError, describeMicrophoneError } from './devices/camera-error.ts';
export type { DeviceInfos } from './devices/device-list.ts';
export type { InputDeviceChoice } from './devices/local-audio.ts';
export type { AudioSource } from './devices/microphone.ts';
export { importEngine as preloadEngine } from './engine/load-engine.ts';
export type { NetworkStats } from './engine/network-quality.ts';
export type { IceConfig } from './engine/port.ts';
export type { InputSettings } from './input-settings.ts';
export type { ParticipantsAudioLevel } from './levels/audio-levels.ts';
export type { AdvancedConfig, CallObjectOptions, CallOptions } from './options/call-options.ts';
export type {
  Participant,
  ParticipantCounts,
  Participants,
  TrackState,
} from './participants/participant.ts';
export type { ParticipantUpdate, SubscribedTracks } from './participants/subscription.ts';
export { type BrowserInfo, supportedBrowser } from './supported-browser.ts';
export { TypedEmitter } from './typed-emitter.ts';
