import { AudioLines, PhoneCall } from 'lucide-react';
import type { MouseEvent } from 'react';
import { preloadOverlay } from '../call-overlay/load-overlay.ts';
import { loadSiteConfig } from '../config/site-config.ts';
import { callButtonLabel } from './call-button-label.ts';
import { rememberOpener } from './opener.ts';
import { useVoice } from './voice-context.tsx';

/** Starts the call. Nothing of the call is loaded before the visitor shows interest in this button. */
export function CallButton({ className = '' }: { readonly className?: string }) {
  const { isConnecting, isInCall, startCall } = useVoice();

  function start(event: MouseEvent<HTMLButtonElement>) {
    rememberOpener(event.currentTarget);
    preloadOverlay();
    // Never rejects: what goes wrong becomes the call's error state, which the toasts show.
    void startCall();
  }

  return (
    <button
      type="button"
      data-replay
      className={`button button-ember ${className}`}
      disabled={isConnecting || isInCall}
      onClick={start}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {isConnecting ? <span className="spinner" aria-hidden="true" /> : null}
      {isInCall && !isConnecting ? <PhoneCall size={20} aria-hidden="true" /> : null}
      {!isInCall && !isConnecting ? <AudioLines size={20} aria-hidden="true" /> : null}
      {callButtonLabel({ isConnecting, isInCall })}
    </button>
  );
}

function prefetch() {
  loadSiteConfig().catch(() => undefined);
}
