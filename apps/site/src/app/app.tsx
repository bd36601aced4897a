import { CallNoticeGate } from '../features/call/notice/call-notice-gate.tsx';
import { CallOverlayGate } from '../features/call/overlay/call-overlay-gate.tsx';
import { VoiceProvider } from '../features/voice/voice-context.tsx';
import { usePageHead } from '../pages/use-page-head.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { SitePage } from './routing/site-page.tsx';
import { ToastGate } from './toast-gate.tsx';

/** The whole site below the router: the page, and what is on every page. */
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

/** Inside the error boundary, whose title it must not overwrite. */
function PageHead() {
  usePageHead();
  return null;
}
