import { useContext, useMemo, useSyncExternalStore } from 'react';
import { VoiceContext } from './vapi-provider.tsx';
import type { VoiceState } from './voice-state.ts';
import type { VoiceStore } from './voice-store.ts';

type Internal = 'knowsSpeakers' | 'sentMicrophoneId' | 'microphoneChoice';

/** The voice call as a component sees it. */
export type VoiceCall = Omit<VoiceState, Internal> &
  Pick<
    VoiceStore,
    | 'preload'
    | 'startCall'
    | 'endCall'
    | 'toggleMute'
    | 'chooseMicrophone'
    | 'noteTyping'
    | 'sendText'
    | 'setTranscriptionEnabled'
  > & {
    /** The assistant is there. */
    readonly isInCall: boolean;
    /** From the start until the assistant is there. */
    readonly isConnecting: boolean;
  };

/**
 * State and actions of the voice call.
 *
 * @throws outside a `VapiProvider`
 */
export function useVapi(): VoiceCall {
  const store = useContext(VoiceContext);
  if (store === null) throw new Error('useVapi must be used within a VapiProvider');
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  return useMemo(() => describeCall(store, state), [store, state]);
}

function describeCall(store: VoiceStore, state: VoiceState): VoiceCall {
  const { preload, startCall, endCall, toggleMute, chooseMicrophone } = store;
  const { noteTyping, sendText, setTranscriptionEnabled } = store;
  return {
    ...state,
    isInCall: state.callState === 'in-call' || state.callState === 'connected',
    isConnecting: state.callState === 'connecting',
    preload,
    startCall,
    endCall,
    toggleMute,
    chooseMicrophone,
    noteTyping,
    sendText,
    setTranscriptionEnabled,
  };
}
