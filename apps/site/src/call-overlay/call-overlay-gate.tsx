import { lazy, Suspense, useState } from 'react';
import { useVoice } from '../voice/voice-context.tsx';
import { loadOverlay } from './load-overlay.ts';

const CallWindows = lazy(loadOverlay);

/** Puts the call's windows on every route, from the first call on. */
export function CallOverlayGate() {
  const { isConnecting, isInCall } = useVoice();
  const [everOpened, setEverOpened] = useState(false);
  if ((isConnecting || isInCall) && !everOpened) setEverOpened(true);
  if (!everOpened) return null;
  return (
    <Suspense fallback={null}>
      <CallWindows />
    </Suspense>
  );
}
