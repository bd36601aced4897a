import { type ComponentType, useEffect, useState } from 'react';
import { showFailure } from '../toasts/toast-store.ts';
import { describeCallFailure } from '../voice/call-failure.ts';
import { useVoice } from '../voice/voice-context.tsx';
import { loadOverlay } from './load-overlay.ts';

/**
 * Puts the call's windows on every route, from the first call on. A call without its windows could not be
 * seen or ended: where they cannot be had it is ended, and the page stays.
 */
export function CallOverlayGate() {
  const { isConnecting, isInCall, endCall } = useVoice();
  const [Windows, setWindows] = useState<ComponentType | null>(null);
  const isWanted = (isConnecting || isInCall) && Windows === null;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    loadOverlay().then(
      (module) => setWindows(() => module.default),
      (error: unknown) => {
        console.error('The window of the call could not be loaded', error);
        if (!isCurrent) return;
        endCall();
        showFailure(describeCallFailure(null));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, endCall]);
  return Windows ? <Windows /> : null;
}
