import { useEffect } from 'react';
import { dismissFailures, showFailure } from '../../ui/toasts/toast-store.ts';
import { describeCallFailure } from '../voice/call-failure.ts';
import { useVoice } from '../voice/voice-context.tsx';

/** Shows the call's error as a toast, and offers to type where that can help. */
export function useCallFailures(): void {
  const { callState, error, failure, startCall } = useVoice();
  useEffect(() => {
    if (callState !== 'error') return;
    const described = describeCallFailure(error);
    if (failure !== 'microphone' && failure !== 'connection') {
      showFailure(described);
      return;
    }
    const take = () => {
      dismissFailures();
      // The visitor accepted the notice for the failed call, which covers this one, too. Never rejects.
      void startCall({ microphone: false });
    };
    showFailure({
      ...described,
      way: { hint: 'You can type your questions.', label: 'Type instead', take },
    });
  }, [callState, error, failure, startCall]);
}
