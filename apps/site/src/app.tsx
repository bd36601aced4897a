import { CallNoticeGate } from './call-notice/call-notice-gate.tsx';
import { CallOverlayGate } from './call-overlay/call-overlay-gate.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { usePageHead } from './pages/use-page-head.ts';
import { SitePage } from './routing/site-page.tsx';
import { ToastGate } from './toasts/toast-gate.tsx';
import { VoiceProvider } from './voice/voice-context.tsx';

/** The whole site below the router: the routes, and what is there on every one of them. */
export function App() {
  return (
    <ErrorScreen>
      <VoiceProvider>
        <PageHead />
        <SitePage />
        <CallNoticeGate />
        <CallOverlayGate />
        <ToastGate />
      </VoiceProvider>
    </ErrorScreen>
  );
}

/** Below the error screen, whose title it must not overwrite. */
function PageHead() {
  usePageHead();
  return null;
}
