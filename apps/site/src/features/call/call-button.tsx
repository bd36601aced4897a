import { AudioLines, PhoneCall } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { loadSiteConfig } from '../../config/site-config.ts';
import { rememberOpener } from '../../ui/dialog/opener.ts';
import { dismissFailures, showFailure } from '../../ui/toasts/toast-store.ts';
import { describeCallFailure } from '../voice/call-failure.ts';
import { useVoice } from '../voice/voice-context.tsx';
import { callButtonLabel } from './call-button-label.ts';
import { openNotice } from './notice/notice-store.ts';
import { preloadOverlay } from './overlay/load-overlay.ts';

/**
 * Opens the notice before the call, or starts the call where it was accepted in this tab.
 * Neither is loaded before the visitor points at or focuses this button.
 */
export function CallButton({ className = '' }: { readonly className?: string }) {
  const { isConnecting, isInCall, preload } = useVoice();
  const [isOpening, setOpening] = useState(false);

  function press(event: MouseEvent<HTMLButtonElement>) {
    rememberOpener(event.currentTarget);
    // A new attempt: earlier toasts would only be hidden behind its windows.
    dismissFailures();
    preloadOverlay();
    // Neither rejects: failures are shown.
    void preload();
    void ask();
  }

  async function ask() {
    setOpening(true);
    try {
      await openNotice();
    } catch (error) {
      console.error('The notice before the call could not be loaded', error);
      showFailure(describeCallFailure(null));
    } finally {
      setOpening(false);
    }
  }

  return (
    <button
      type="button"
      data-replay
      className={`button button-ember ${className}`}
      disabled={isConnecting || isInCall}
      aria-busy={isOpening || undefined}
      onClick={press}
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
