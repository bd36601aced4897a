/** The state of a conversation: the user is heard, an answer is generated, the assistant speaks. */
export type ConversationState = 'idle' | 'listening' | 'thinking' | 'responding';

/** One utterance. */
export interface TranscriptEntry {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Epoch milliseconds of its arrival. */
  readonly timestamp: number;
}

/** Conversation state, as the page shows it. */
export interface Conversation {
  /** `thinking` turns to `idle` after 3 s, `responding` after 2 s, unless the server reports who speaks. */
  readonly conversationState: ConversationState;
  readonly isAiSpeaking: boolean;
  readonly isTranscriptionEnabled: boolean;
  /** Finished utterances of the running call; empty unless transcription is enabled. */
  readonly transcripts: readonly TranscriptEntry[];
  /** The partial transcript, until its final one replaces it. */
  readonly partialTranscript: TranscriptEntry | null;
  /** The server reports who speaks; audio levels are ignored then. */
  readonly knowsSpeakers: boolean;
}

export type ConversationAction =
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
  | { readonly type: 'transcription-switched'; readonly enabled: boolean };

/** Reducer of the conversation; time arrives as actions. */
export function reduceConversation<S extends Conversation>(
  state: S,
  action: ConversationAction,
): S {
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
    case 'transcription-switched':
      return switchTranscription(state, action.enabled);
    case 'said':
      return record(
        action.entry.role === 'assistant' && !state.knowsSpeakers ? respond(state) : state,
        action,
      );
  }
}

function changeSpeaker<S extends Conversation>(
  state: S,
  role: 'user' | 'assistant',
  speaking: boolean,
): S {
  if (role === 'user') return { ...state, conversationState: speaking ? 'listening' : 'thinking' };
  if (speaking) return respond(state);
  return {
    ...state,
    isAiSpeaking: false,
    // The user may have started to speak before the assistant stopped.
    conversationState: state.conversationState === 'responding' ? 'idle' : state.conversationState,
  };
}

function respond<S extends Conversation>(state: S): S {
  return { ...state, conversationState: 'responding', isAiSpeaking: true };
}

function record<S extends Conversation>(
  state: S,
  { entry, final }: { readonly entry: TranscriptEntry; readonly final: boolean },
): S {
  if (!state.isTranscriptionEnabled) return state;
  if (!final) return { ...state, partialTranscript: entry };
  const partial = state.partialTranscript;
  const partialTranscript = partial?.id === entry.id ? null : partial;
  const others = state.transcripts.filter(({ id }) => id !== entry.id);
  // Interrupted before its first word was heard, or taken back: nothing was said.
  const transcripts = entry.content === '' ? others : [...others, entry];
  return { ...state, transcripts, partialTranscript };
}

function switchTranscription<S extends Conversation>(state: S, enabled: boolean): S {
  if (enabled === state.isTranscriptionEnabled) return state;
  if (enabled) return { ...state, isTranscriptionEnabled: true };
  return { ...state, isTranscriptionEnabled: false, transcripts: [], partialTranscript: null };
}
