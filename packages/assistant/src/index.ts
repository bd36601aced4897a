export type { CallTarget, CreatedCall } from './call-request.ts';
export type { CallSettings } from './microphone-permission.ts';
export type { MicrophoneChoice, Microphones } from './microphones.ts';
export { Vapi, Vapi as default } from './vapi.ts';
export type {
  CallEnd,
  CallEndReason,
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
