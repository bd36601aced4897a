import type { CallEvent, Participant } from '@kindling/call';
import type { ClientMessage, ServerMessage } from '@kindling/protocol/messages';
import type { CallEnd } from './call/call-end.ts';
import type { Microphones } from './microphone/microphones.ts';

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

/** One stage of starting a call began, was completed or failed. */
export interface CallStartProgress {
  readonly stage: StartStage;
  readonly status: 'started' | 'completed' | 'failed';
  /** Of the stage, ms; when it is over. */
  readonly duration?: number | undefined;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A start that became a call, and how long it took. */
export interface CallStartSuccess {
  readonly totalDuration: number;
  readonly callId: string;
  readonly timestamp: string;
}

/** What was passed to `start`, in the events that report it. */
export interface StartContext {
  readonly hasAssistant: boolean;
  readonly hasSquad: boolean;
  readonly hasWorkflow: boolean;
  readonly isMobile: boolean;
}

/** A start that did not become a call: at which stage, after how long, and why. */
export interface CallStartFailed {
  readonly stage: StartStage;
  readonly totalDuration: number;
  readonly error: string;
  readonly errorStack?: string | undefined;
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

/** Everything `error` may carry: `type` says which, and `message` always what went wrong, in English. */
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
      readonly message: string;
      readonly error: unknown;
      /** Of the stage, ms. */
      readonly duration?: number;
      readonly timestamp: string;
    }
  | {
      readonly type: 'start-method-error';
      readonly stage: StartStage;
      readonly message: string;
      readonly error: unknown;
      /** Of the start, ms. */
      readonly totalDuration: number;
      readonly timestamp: string;
      readonly context: StartContext;
    }
  | ({ readonly type: 'call-error'; readonly message: string } & CallEvent<'error'>);

/**
 * A message from the server, by `type`. A newer server may say more: leave a `switch` its
 * `default`.
 */
export type VapiMessage = ServerMessage;

/** A message that a page may send, by `type`. */
export type VapiClientMessage = ClientMessage;

/** Every event of a `Vapi` and the arguments its listeners get. */
export type VapiEvents = {
  /** The assistant is there and listens; once a call. */
  'call-start': [];
  /** The call is over and everything is freed; emitted once a call, whichever side ended it. */
  'call-end': [end: CallEnd];
  /** The assistant became louder than silence. */
  'speech-start': [];
  /** The assistant has been silent for a second. */
  'speech-end': [];
  /** How loud the assistant is, ten times a second: 0 to 1. */
  'volume-level': [volume: number];
  /** How loud the microphone is, ten times a second: 0 to 1. Measured while there is a listener. */
  'local-volume-level': [level: number];
  /** What the server says: transcripts, whose turn it is, status, time left. */
  message: [message: VapiMessage];
  /** The assistant's picture, where it has one or the call is recorded with video. */
  video: [track: MediaStreamTrack];
  /** A new element plays the assistant; it is hidden, and removed when the call ends. */
  'audio-element': [element: HTMLAudioElement];
  /** Something failed; `type` says what. */
  error: [error: VapiError];
  /** A microphone or camera could not be opened; the call continues without it. */
  'camera-error': [event: CallEvent<'camera-error'>];
  /** Once after the join, and whenever microphones come, go or are switched. */
  'microphones-updated': [microphones: Microphones];
  /** The connection became better or worse. */
  'network-quality-change': [event: CallEvent<'network-quality-change'>];
  /** The connection was interrupted, or restored. */
  'network-connection': [event: CallEvent<'network-connection'>];
  /** A participant changed: tracks, name, data. */
  'daily-participant-updated': [participant: Participant];
  /** A stage of the start began, was done, or failed. */
  'call-start-progress': [progress: CallStartProgress];
  /** The start is done; `call-start` follows when the assistant listens. */
  'call-start-success': [success: CallStartSuccess];
  /** The start failed, and where. */
  'call-start-failed': [failure: CallStartFailed];
};

export type VapiEventName = keyof VapiEvents;
export type VapiEmit = <N extends VapiEventName>(name: N, ...args: VapiEvents[N]) => void;
