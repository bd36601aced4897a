import type { CallEndReason } from '../call/call-end.ts';
import {
  type Conversation,
  type ConversationAction,
  reduceConversation,
  type TranscriptEntry,
} from './conversation-state.ts';
import {
  type MicrophoneAction,
  type MicrophoneState,
  NO_MICROPHONES,
  reduceMicrophone,
} from './microphone-state.ts';
import type { CallFailureKind } from './voice-errors.ts';
import type { VoiceNote } from './voice-note.ts';
import { NO_WRITING, type WritingAction, type WritingState } from './writing-state.ts';

/** Where a call is, from the press of the button to its end. */
export type CallState = 'idle' | 'connecting' | 'in-call' | 'connected' | 'error';

/** Everything the page shows of a call. */
export interface VoiceState extends MicrophoneState, Conversation, WritingState {
  /** `error` remains until the next start or end. */
  readonly callState: CallState;
  /** For the person to read; null while nothing is wrong. */
  readonly error: string | null;
  /** What the error was about; null while nothing is wrong. */
  readonly failure: CallFailureKind | null;
  /** By the person; the assistant hears nothing. */
  readonly isMuted: boolean;
  /** Of the assistant's voice, 0 to 1. */
  readonly volume: number;
  /** Empty until it is known. */
  readonly assistantName: string;
  /** Of the call before, until the next one starts. */
  readonly lastTranscripts: readonly TranscriptEntry[];
  /** Epoch milliseconds; null outside a call. */
  readonly startedAt: number | null;
  /** When the time limit ends the call; null until the server says that it is near. */
  readonly endsAt: number | null;
  /** Of the call before, milliseconds; null when there was none. */
  readonly lastDuration: number | null;
  /** Why the last call ended. */
  readonly endReason: CallEndReason | null;
  /**
   * By what the operator finds the call: its id, or where the assistant answers in writing its session's.
   * Kept after the call until the next one starts; null until it is known.
   */
  readonly reference: string | null;
}

export type VoiceAction =
  | MicrophoneAction
  | ConversationAction
  | WritingAction
  | { readonly type: 'start-requested'; readonly microphone: boolean }
  | { readonly type: 'start-failed'; readonly message: string; readonly failure: CallFailureKind }
  | { readonly type: 'client-failed'; readonly failure: CallFailureKind }
  | { readonly type: 'referenced'; readonly reference: string }
  | { readonly type: 'call-started'; readonly at: number }
  | { readonly type: 'call-ended'; readonly reason: CallEndReason; readonly at: number }
  /** `endsAt` is of the call, where that is what was noted. */
  | { readonly type: 'noted'; readonly note: VoiceNote; readonly endsAt?: number }
  | { readonly type: 'end-requested' }
  | { readonly type: 'muted'; readonly muted: boolean }
  | { readonly type: 'volume-changed'; readonly volume: number }
  | { readonly type: 'named'; readonly assistantName: string };

export const CALL_FAILED = 'Call failed. Please try again.';

export function createVoiceState(
  options: { readonly assistantName?: string; readonly isTranscriptionEnabled?: boolean } = {},
): VoiceState {
  return {
    ...NO_MICROPHONES,
    ...NO_WRITING,
    callState: 'idle',
    conversationState: 'idle',
    error: null,
    failure: null,
    isAiSpeaking: false,
    isMuted: false,
    volume: 0,
    assistantName: options.assistantName ?? '',
    isTranscriptionEnabled: options.isTranscriptionEnabled ?? true,
    transcripts: [],
    partialTranscript: null,
    lastTranscripts: [],
    startedAt: null,
    endsAt: null,
    lastDuration: null,
    endReason: null,
    reference: null,
    knowsSpeakers: false,
  };
}

/** The state reset at the end of a call, by any side. */
function afterCall(state: VoiceState): VoiceState {
  return {
    ...state,
    ...NO_MICROPHONES,
    ...NO_WRITING,
    conversationState: 'idle',
    isAiSpeaking: false,
    isMuted: false,
    volume: 0,
    transcripts: [],
    partialTranscript: null,
    lastTranscripts: state.transcripts.length > 0 ? state.transcripts : state.lastTranscripts,
    startedAt: null,
    endsAt: null,
    knowsSpeakers: false,
  };
}

/** The voice call's states and transitions; time comes in as actions. */
export function reduceVoice(state: VoiceState, action: VoiceAction): VoiceState {
  switch (action.type) {
    case 'start-requested':
      return {
        ...afterCall(state),
        callState: 'connecting',
        error: null,
        failure: null,
        endReason: null,
        reference: null,
        lastTranscripts: [],
        lastDuration: null,
        hasMicrophone: action.microphone,
      };
    case 'start-failed':
      return {
        ...afterCall(state),
        callState: 'error',
        error: action.message,
        failure: action.failure,
      };
    case 'client-failed':
      return {
        ...state,
        callState: 'error',
        error: CALL_FAILED,
        failure: action.failure,
        conversationState: 'idle',
        isAiSpeaking: false,
      };
    case 'referenced':
      return { ...state, reference: action.reference };
    case 'call-started':
      return { ...state, callState: 'in-call', startedAt: action.at };
    case 'call-ended':
      // A failed call remains in `error`: its end follows at once, and the user must be able to read why.
      return {
        ...afterCall(state),
        callState: state.callState === 'error' ? 'error' : 'idle',
        endReason: action.reason,
        lastDuration: state.startedAt === null ? state.lastDuration : action.at - state.startedAt,
      };
    case 'end-requested':
      return { ...afterCall(state), callState: 'idle', error: null, failure: null };
    case 'muted':
      return { ...state, isMuted: action.muted };
    case 'volume-changed':
      return state.volume === action.volume ? state : { ...state, volume: action.volume };
    case 'named':
      return { ...state, assistantName: action.assistantName };
    case 'noted':
      return { ...state, note: action.note, endsAt: action.endsAt ?? state.endsAt };
    case 'writing-started':
    case 'writing-changed':
    case 'writing-failed':
      return reduceWriting(state, action);
    case 'microphones-updated':
    case 'microphone-wanted':
    case 'microphone-failed':
    case 'microphone-settled':
      return reduceMicrophone(state, action);
    default:
      return reduceConversation(state, action);
  }
}

function reduceWriting(state: VoiceState, action: WritingAction): VoiceState {
  switch (action.type) {
    case 'writing-started':
      return {
        ...state,
        callState: 'in-call',
        startedAt: action.at,
        // That of a call that did not get through, if there was one, is of no use.
        reference: null,
        hasMicrophone: false,
        isInWriting: true,
        // Nothing is loud here: what goes on is said, not guessed.
        knowsSpeakers: true,
      };
    case 'writing-changed':
      return { ...state, conversationState: action.to, unsent: null };
    case 'writing-failed':
      return { ...state, conversationState: 'idle', unsent: action.unsent };
  }
}
