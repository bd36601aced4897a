/**
 * A voice assistant in the browser. Start at {@link Vapi}; {@link VapiEvents} are its events and
 * {@link CallEnd} says how a call ended.
 *
 * @module @kindling/assistant
 */
export {
  type CallEnd,
  type CallEndKind,
  type CallEndReason,
  classifyEnd,
  isNormalEnd,
} from './call/call-end.ts';
export type { CallTarget, CreatedCall, JoinableCall, StartOptions } from './call/call-request.ts';
export type { CallSettings } from './microphone/microphone-permission.ts';
export type { MicrophoneChoice, Microphones } from './microphone/microphones.ts';
export { Vapi, Vapi as default } from './vapi.ts';
export type {
  CallStartFailed,
  CallStartProgress,
  CallStartSuccess,
  StageErrorType,
  StartContext,
  StartStage,
  VapiClientMessage,
  VapiError,
  VapiEventName,
  VapiEvents,
  VapiMessage,
} from './vapi-events.ts';
