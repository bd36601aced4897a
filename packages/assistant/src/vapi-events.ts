import type { CallEvent, Participant } from '@kindling/call';
import type { EndReason } from '@kindling/protocol';
import type { ClientMessage, ServerMessage } from '@kindling/protocol/messages';
import type { Microphones } from './microphones.ts';

/** The stages of a start, in order; `validation` only fails. */
export type StartStage =
  | 'validation'
  | 'initialization'
  | 'web-call-creation'
  | 'daily-call-object-creation'
  | 'mobile-permissions'
  | 'daily-call-join'
  | 'video-recording-setup'
  | 'video-recording-started'
  | 'audio-observer-setup'
  | 'audio-processing-setup';

export interface CallStartProgress {
  readonly stage: StartStage;
  readonly status: 'started' | 'completed' | 'failed';
  /** Of the stage, ms; when it is over. */
  readonly duration?: number;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CallStartSuccess {
  readonly totalDuration: number;
  readonly callId: string;
  readonly timestamp: string;
}

export interface StartContext {
  readonly hasAssistant: boolean;
  readonly hasSquad: boolean;
  readonly hasWorkflow: boolean;
  readonly isMobile: boolean;
}

export interface CallStartFailed {
  readonly stage: StartStage;
  readonly totalDuration: number;
  readonly error: string;
  readonly errorStack?: string;
  readonly timestamp: string;
  readonly context: StartContext;
}

/** Failures of one stage; the last three leave the call going. */
export type StageErrorType =
  | 'daily-call-object-creation-error'
  | 'daily-call-join-error'
  | 'video-recording-setup-error'
  | 'audio-observer-setup-error'
  | 'audio-processing-setup-error';

/** Everything `error` may carry; `type` says which. */
export type VapiError =
  | {
      readonly type: 'validation-error';
      readonly stage: 'input-validation';
      readonly message: string;
      readonly timestamp: string;
    }
  | {
      readonly type: StageErrorType;
      readonly stage: StartStage;
      readonly error: unknown;
      readonly duration?: number;
      readonly timestamp: string;
    }
  | {
      readonly type: 'start-method-error';
      readonly stage: StartStage;
      readonly error: unknown;
      readonly totalDuration: number;
      readonly timestamp: string;
      readonly context: StartContext;
    }
  | ({ readonly type: 'call-error' } & CallEvent<'error'>);

/** The server's reason, or what the client knows by itself. A fault is never a hang-up. */
export type CallEndReason = EndReason | (string & Record<never, never>);

export interface CallEnd {
  readonly reason: CallEndReason;
}

/** What the server says; `unknown` types of newer servers arrive too. */
export type VapiMessage = ServerMessage;

/** What a page may send. */
export type VapiClientMessage = ClientMessage;

/** Every event of a `Vapi` and the arguments its listeners get. */
export type VapiEvents = {
  'call-start': [];
  'call-end': [end: CallEnd];
  'speech-start': [];
  'speech-end': [];
  /** 0 to 1. */
  'volume-level': [volume: number];
  message: [message: VapiMessage];
  video: [track: MediaStreamTrack];
  error: [error: VapiError];
  'camera-error': [event: CallEvent<'camera-error'>];
  /** Once after the join, and whenever microphones come, go or are switched. */
  'microphones-updated': [microphones: Microphones];
  'network-quality-change': [event: CallEvent<'network-quality-change'>];
  'network-connection': [event: CallEvent<'network-connection'>];
  'daily-participant-updated': [participant: Participant];
  'call-start-progress': [progress: CallStartProgress];
  'call-start-success': [success: CallStartSuccess];
  'call-start-failed': [failure: CallStartFailed];
};

export type VapiEventName = keyof VapiEvents;
export type VapiEmit = <N extends VapiEventName>(name: N, ...args: VapiEvents[N]) => void;
