import type { CallEndReason } from '../vapi-events.ts';
import {
  type MicrophoneAction,
  type MicrophoneState,
  NO_MICROPHONES,
  reduceMicrophone,
} from './microphone-state.ts';

export type CallState = 'idle' | 'connecting' | 'in-call' | 'connected' | 'error';
export type ConversationState = 'idle' | 'listening' | 'thinking' | 'responding';

/** One thing that was said. */
export interface TranscriptEntry {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Epoch milliseconds of its arrival. */
  readonly timestamp: number;
}

/** Everything the page shows of a call. */
export interface VoiceState extends MicrophoneState {
  readonly callState: CallState;
  readonly conversationState: ConversationState;
  readonly error: string | null;
  readonly isAiSpeaking: boolean;
  readonly isMuted: boolean;
  /** Of the assistant's voice, 0 to 1. */
  readonly volume: number;
  readonly assistantName: string;
  readonly isTranscriptionEnabled: boolean;
  /** Finished utterances of the running call; empty unless transcription is enabled. */
  readonly transcripts: readonly TranscriptEntry[];
  /** What is being said at this moment, until its final takes its place. */
  readonly partialTranscript: TranscriptEntry | null;
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
  /** The server says who speaks; what loudness suggests is not needed then. */
  readonly knowsSpeakers: boolean;
}

export type VoiceAction =
  | MicrophoneAction
  | { readonly type: 'start-requested'; readonly microphone: boolean }
  | { readonly type: 'start-failed'; readonly message: string }
  | { readonly type: 'client-failed' }
  | { readonly type: 'call-started'; readonly at: number }
  | { readonly type: 'call-ended'; readonly reason: CallEndReason; readonly at: number }
  | { readonly type: 'time-limited'; readonly seconds: number; readonly at: number }
  | { readonly type: 'end-requested' }
  | { readonly type: 'speech-started' }
  | { readonly type: 'speech-ended' }
  | {
      readonly type: 'speaker-changed';
      readonly role: 'user' | 'assistant';
      readonly speaking: boolean;
    }
  | { readonly type: 'said'; readonly entry: TranscriptEntry; readonly final: boolean }
  | { readonly type: 'thinking-elapsed' }
  | { readonly type: 'responding-elapsed' }
  | { readonly type: 'muted'; readonly muted: boolean }
  | { readonly type: 'volume-changed'; readonly volume: number }
  | { readonly type: 'named'; readonly assistantName: string }
  | { readonly type: 'transcription-switched'; readonly enabled: boolean };

export const CALL_FAILED = 'Call failed. Please try again.';

export function createVoiceState(
  options: { readonly assistantName?: string; readonly isTranscriptionEnabled?: boolean } = {},
): VoiceState {
  return {
    ...NO_MICROPHONES,
    callState: 'idle',
    conversationState: 'idle',
    error: null,
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
    knowsSpeakers: false,
  };
}

/** What is over when a call is over, whoever ended it. */
function afterCall(state: VoiceState): VoiceState {
  return {
    ...state,
    ...NO_MICROPHONES,
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
        endReason: null,
        lastTranscripts: [],
        lastDuration: null,
        hasMicrophone: action.microphone,
      };
    case 'start-failed':
      return { ...afterCall(state), callState: 'error', error: action.message };
    case 'client-failed':
      return { ...state, callState: 'error', error: CALL_FAILED, conversationState: 'idle' };
    case 'call-started':
      return { ...state, callState: 'in-call', startedAt: action.at };
    case 'call-ended':
      // A call that failed stays failed: its end follows at once, and the person must read why.
      return {
        ...afterCall(state),
        callState: state.callState === 'error' ? 'error' : 'idle',
        endReason: action.reason,
        lastDuration: state.startedAt === null ? state.lastDuration : action.at - state.startedAt,
      };
    case 'end-requested':
      return { ...afterCall(state), callState: 'idle', error: null };
    case 'muted':
      return { ...state, isMuted: action.muted };
    case 'volume-changed':
      return state.volume === action.volume ? state : { ...state, volume: action.volume };
    case 'named':
      return { ...state, assistantName: action.assistantName };
    case 'time-limited':
      return {
        ...state,
        endsAt: action.at + action.seconds * 1000,
        note: { kind: 'time-left', seconds: action.seconds, at: action.at },
      };
    case 'microphones-updated':
    case 'microphone-wanted':
    case 'microphone-failed':
    case 'microphone-settled':
      return reduceMicrophone(state, action);
    case 'transcription-switched':
      return switchTranscription(state, action.enabled);
    default:
      return reduceConversation(state, action);
  }
}

function switchTranscription(state: VoiceState, enabled: boolean): VoiceState {
  if (enabled === state.isTranscriptionEnabled) return state;
  if (enabled) return { ...state, isTranscriptionEnabled: true };
  return { ...state, isTranscriptionEnabled: false, transcripts: [], partialTranscript: null };
}

type ConversationAction = Extract<
  VoiceAction,
  {
    type:
      | 'speech-started'
      | 'speech-ended'
      | 'speaker-changed'
      | 'said'
      | 'thinking-elapsed'
      | 'responding-elapsed';
  }
>;

function reduceConversation(state: VoiceState, action: ConversationAction): VoiceState {
  switch (action.type) {
    case 'speech-started':
      return state.knowsSpeakers ? state : { ...state, conversationState: 'listening' };
    case 'speech-ended':
      return state.knowsSpeakers ? state : { ...state, conversationState: 'thinking' };
    case 'speaker-changed':
      return changeSpeaker({ ...state, knowsSpeakers: true }, action.role, action.speaking);
    case 'thinking-elapsed':
      return state.conversationState === 'thinking'
        ? { ...state, conversationState: 'idle' }
        : state;
    case 'responding-elapsed':
      return state.conversationState === 'responding'
        ? { ...state, conversationState: 'idle', isAiSpeaking: false }
        : { ...state, isAiSpeaking: false };
    case 'said':
      return record(
        action.entry.role === 'assistant' && !state.knowsSpeakers ? respond(state) : state,
        action,
      );
  }
}

function changeSpeaker(
  state: VoiceState,
  role: 'user' | 'assistant',
  speaking: boolean,
): VoiceState {
  if (role === 'user') return { ...state, conversationState: speaking ? 'listening' : 'thinking' };
  if (speaking) return respond(state);
  return {
    ...state,
    isAiSpeaking: false,
    // The person may have begun to speak before the assistant fell silent.
    conversationState: state.conversationState === 'responding' ? 'idle' : state.conversationState,
  };
}

function respond(state: VoiceState): VoiceState {
  return { ...state, conversationState: 'responding', isAiSpeaking: true };
}

function record(
  state: VoiceState,
  { entry, final }: { readonly entry: TranscriptEntry; readonly final: boolean },
): VoiceState {
  if (!state.isTranscriptionEnabled) return state;
  if (!final) return { ...state, partialTranscript: entry };
  const partial = state.partialTranscript;
  const partialTranscript = partial?.id === entry.id ? null : partial;
  // Cut before its first word was heard: nothing was said.
  if (entry.content === '') return { ...state, partialTranscript };
  const known = state.transcripts.findIndex((one) => one.id === entry.id);
  const transcripts =
    known < 0 ? [...state.transcripts, entry] : state.transcripts.with(known, entry);
  return { ...state, transcripts, partialTranscript };
}
