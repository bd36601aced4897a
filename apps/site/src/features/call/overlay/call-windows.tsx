import './fire.css';
import './overlay.css';
import '../reference/call-reference.css';
import { useVoice } from '../../voice/voice-context.tsx';
import { AfterCall } from '../after-call/after-call.tsx';
import { CallOverlay } from './call-overlay.tsx';
import { useWantedPage } from './use-wanted-page.ts';

/** Everything a call shows, during it and after it; one chunk, loaded with the first call. */
export default function CallWindows() {
  // Here and not in the window: the page of one assistant has that, too, and no other pages.
  useWantedPage(useVoice());
  return (
    <>
      <CallOverlay />
      <AfterCall />
    </>
  );
}
