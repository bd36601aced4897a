/**
 * Rooms in the browser. Start at {@link createCallObject} for a call whose page is your own, or at
 * {@link createFrame} for the server's call page in a frame; {@link CallObject} has the methods,
 * {@link CallObjectOptions} the options and {@link CallEventPayloads} the events.
 *
 * @module @kindling/call
 */

export {
  type CallFactory,
  callFactory as default,
  createCallObject,
  createFrame,
  createTransparentFrame,
  getCallInstance,
  version,
  wrap,
} from './call-factory.ts';
export { type Call, CallObject } from './call-object/call-object.ts';
export {
  CallError,
  type CallErrorCode,
  type ConnectionErrorStage,
  type FatalErrorDetails,
  type FatalErrorType,
  isCallError,
  type MisuseCode,
} from './core/call-error.ts';
export type {
  AccessState,
  CallEvent,
  CallEventName,
  CallEventPayloads,
  CallEvents,
  LeaveReason,
  MeetingState,
  NonfatalErrorType,
} from './core/call-events.ts';
export { type Clock, createSystemClock } from './core/clock.ts';
export { TypedEmitter } from './core/typed-emitter.ts';
export type { IceConfig } from './engine/port.ts';
export type { NetworkStats } from './engine/quality/network-quality.ts';
export type { FrameHost } from './frame/frame-host.ts';
export { type CameraError, describeMicrophoneError } from './media/devices/camera-error.ts';
export type { DeviceInfos } from './media/devices/device-list.ts';
export type { InputDeviceChoice } from './media/devices/input-choice.ts';
export type { DeviceSource as AudioSource } from './media/devices/input-device.ts';
export type { ParticipantsAudioLevel } from './media/levels/audio-levels.ts';
export type { AdvancedConfig, CallObjectOptions, CallOptions } from './options/call-options.ts';
export type {
  CustomIntegration,
  CustomIntegrations,
  CustomTrayButton,
  CustomTrayButtons,
  LayoutConfig,
  SidebarView,
  Theme,
  ThemeColors,
  ThemeConfig,
} from './options/frame-options.ts';
export type { InputSettings } from './options/input-settings.ts';
export type { Language, LanguageSetting } from './options/language.ts';
export type { ReceiveSettings, SendSettings, VideoSendSettings } from './options/media-settings.ts';
export type {
  Participant,
  ParticipantCounts,
  Participants,
  TrackState,
} from './participants/participant.ts';
export type { ParticipantUpdate } from './participants/participant-update.ts';
export type { SubscribedTracks } from './participants/subscription.ts';
export { preloadVoiceCall } from './preload-voice-call.ts';
export { type BrowserInfo, supportedBrowser } from './supported-browser.ts';
