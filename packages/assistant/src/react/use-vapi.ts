import { useContext, useMemo, useSyncExternalStore } from 'react';
import { VoiceContext } from './vapi-provider.tsx';
import type { VoiceState } from './voice-state.ts';
import type { VoiceStore } from './voice-store.ts';

/** The voice call as a component sees it. */
export type VoiceCall = Omit<VoiceState, 'knowsSpeakers'> &
  Pick<
    VoiceStore,
    'startCall' | 'endCall' | 'toggleMute' | 'sendText' | 'setTranscriptionEnabled'
  > & {
    readonly isInCall: boolean;
    readonly isConnecting: boolean;
  };

/** State and actions of the voice call. Throws outside a `VapiProvider`. */
export function useVapi(): VoiceCall {
  const store = useContext(VoiceContext);
  if (store === null) throw new Error('useVapi must be used within a VapiProvider');
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  return useMemo(() => describeCall(store, state), [store, state]);
}

function describeCall(store: VoiceStore, { knowsSpeakers: _, ...state }: VoiceState): VoiceCall {
  const { startCall, endCall, toggleMute, sendText, setTranscriptionEnabled } = store;
  return {
    ...state,
    isInCall: state.callState === 'in-call' || state.callState === 'connected',
    isConnecting: state.callState === 'connecting',
    startCall,
    endCall,
    toggleMute,
    sendText,
    setTranscriptionEnabled,
  };
}
