import { type ComponentType, useEffect, useState } from 'react';
import { showFailure } from '../../../ui/toasts/toast-store.ts';
import { describeCallFailure } from '../../voice/call-failure.ts';
import { useVoice } from '../../voice/voice-context.tsx';
import { loadOverlay } from './load-overlay.ts';

/**
 * Puts the call's windows on every route, from the first call on. A call without them could neither be seen
 * nor ended: when they cannot be loaded the call is ended, and the page remains usable.
 */
export function CallOverlayGate() {
  const { isConnecting, isInCall, endCall } = useVoice();
  const [Windows, setWindows] = useState<ComponentType | null>(null);
  const isWanted = (isConnecting || isInCall) && !Windows;
  useEffect(() => {
    if (!isWanted) return;
    loadOverlay().then(
      (module) => setWindows(() => module.default),
      () => {
        endCall();
        showFailure(describeCallFailure(null));
      },
    );
  }, [isWanted, endCall]);
  return Windows && <Windows />;
}
