import { lazy, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { CallOverlayGate } from './call-overlay/call-overlay-gate.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { LatePage } from './late-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { usePageHead } from './pages/use-page-head.ts';
import { replayPresses } from './replay.ts';
import { ToastGate } from './toasts/toast-gate.tsx';
import { VoiceProvider } from './voice/voice-context.tsx';

const ContactPage = lazy(() => import('./pages/contact-page.tsx'));
const NotFoundPage = lazy(() => import('./pages/not-found-page.tsx'));

/** The whole site below the router: the routes, and what is there on every one of them. */
export function App() {
  useEffect(replayPresses, []);
  usePageHead();
  return (
    <ErrorScreen>
      <VoiceProvider>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/contact" element={<LatePage name="contact" late={ContactPage} />} />
          <Route path="*" element={<LatePage name="not-found" late={NotFoundPage} />} />
        </Routes>
        <CallOverlayGate />
        <ToastGate />
      </VoiceProvider>
    </ErrorScreen>
  );
}
