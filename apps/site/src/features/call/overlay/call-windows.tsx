import './fire.css';
import './overlay.css';
import '../reference/call-reference.css';
import { AfterCall } from '../after-call/after-call.tsx';
import { CallOverlay } from './call-overlay.tsx';

/** Everything a call shows, during it and after it; one chunk, loaded with the first call. */
export default function CallWindows() {
  return (
    <>
      <CallOverlay />
      <AfterCall />
    </>
  );
}
