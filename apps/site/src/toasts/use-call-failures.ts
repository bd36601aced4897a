import { useEffect } from 'react';
import { describeCallFailure } from '../voice/call-failure.ts';
import { useVoice } from '../voice/voice-context.tsx';
import { showFailure } from './toast-store.ts';

/** Says on the screen what the call's error state says. */
export function useCallFailures(): void {
  const { callState, error } = useVoice();
  useEffect(() => {
    if (callState !== 'error') return;
    const { title, text } = describeCallFailure(error);
    showFailure(title, text);
  }, [callState, error]);
}
