import type { MicrophoneChoice, Microphones } from '../microphone/microphones.ts';
import type { VoiceNote } from './voice-note.ts';

/** The person's end of the sound, as the page shows it. */
export interface MicrophoneState {
  /** False in a call that is typed, and when the microphone was lost. */
  readonly hasMicrophone: boolean;
  /** Each once; empty until the browser names them. */
  readonly microphones: readonly MicrophoneChoice[];
  /** The chosen one; null while none is known. */
  readonly microphoneId: string | null;
  /** The one that is sent; changes once the chosen one is open, and remains when that fails. */
  readonly sentMicrophoneId: string | null;
  readonly microphoneChoice: 'settled' | 'pending' | 'failed';
  readonly note: VoiceNote | null;
}

export type MicrophoneAction =
  | ({ readonly type: 'microphones-updated'; readonly at: number } & Microphones)
  | { readonly type: 'microphone-wanted'; readonly id: string | null }
  | { readonly type: 'microphone-failed'; readonly at: number }
  | { readonly type: 'microphone-settled'; readonly at: number };

export const NO_MICROPHONES: MicrophoneState = {
  hasMicrophone: true,
  microphones: [],
  microphoneId: null,
  sentMicrophoneId: null,
  microphoneChoice: 'settled',
  note: null,
};

/** Which microphone is heard; what happened to it without the person's doing becomes a note. */
export function reduceMicrophone<S extends MicrophoneState>(state: S, action: MicrophoneAction): S {
  switch (action.type) {
    case 'microphones-updated':
      return update(state, action);
    case 'microphone-wanted':
      return {
        ...state,
        microphoneId: action.id ?? state.microphoneId,
        microphoneChoice: 'pending',
      };
    case 'microphone-failed':
      if (state.microphoneChoice !== 'settled') return { ...state, microphoneChoice: 'failed' };
      return {
        ...state,
        hasMicrophone: false,
        microphoneId: null,
        sentMicrophoneId: null,
        note: { kind: 'microphone-lost', at: action.at },
      };
    case 'microphone-settled': {
      const note: VoiceNote = { kind: 'microphone-failed', at: action.at };
      return {
        ...state,
        microphoneId: state.sentMicrophoneId,
        microphoneChoice: 'settled',
        note: state.microphoneChoice === 'failed' ? note : state.note,
      };
    }
  }
}

function update<S extends MicrophoneState>(
  state: S,
  action: Extract<MicrophoneAction, { type: 'microphones-updated' }>,
): S {
  const { microphones, microphoneId: id, at } = action;
  // Between an unplugged one and the one that takes its place there is none.
  if (id === null) return { ...state, microphones };
  const sent = { ...state, microphones, hasMicrophone: true, sentMicrophoneId: id };
  if (state.microphoneChoice !== 'settled') return sent;
  const { sentMicrophoneId: before } = state;
  const label = microphones.find((one) => one.id === id)?.label ?? '';
  const note: VoiceNote = { kind: 'microphone-changed', label, at };
  return {
    ...sent,
    microphoneId: id,
    note: before === null || before === id ? state.note : note,
  };
}
