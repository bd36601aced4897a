import './call-notice.css';
import { Keyboard, Mic } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import twigs from '../art/twigs.svg';
import { useModal } from '../call-overlay/use-modal.ts';
import { useVoice } from '../voice/voice-context.tsx';
import { rememberAccepted } from './accepted.ts';
import type { CallNoticeProps } from './notice-store.ts';
import { longestCall } from './notice-words.ts';

/** Where the server did not say what becomes of it: then there is no call either. */
const HEARD = 'Your voice is turned into text on this server.';

/** What a visitor is told before the microphone is asked for, and how they would like to talk. */
export default function CallNotice({ terms, onClose }: CallNoticeProps) {
  const { startCall } = useVoice();
  const dialog = useModal({ open: true, onEscape: onClose });
  const id = useId();
  useCloseOnNavigation(onClose);
  const { assistantName = 'The agent', maxDurationSeconds, notice = [HEARD] } = terms;

  function start(microphone: boolean) {
    // Who types may wish to speak next time, and is asked then.
    if (microphone) rememberAccepted();
    onClose();
    // Never rejects: what goes wrong becomes the call's error state, which the toasts show.
    void startCall({ microphone });
  }

  return (
    <dialog
      ref={dialog}
      className="notice"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-terms`}
    >
      <LaidFire />
      <div className="notice-sheet">
        <h2 id={`${id}-title`} tabIndex={-1} className="notice-title">
          {assistantName} is an AI, not a person
        </h2>
        <ul id={`${id}-terms`} className="notice-terms">
          {notice.map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>Your voice is never used to guess your mood.</li>
          <li>
            This is for adults: school staff and parents. {longestCall(maxDurationSeconds)}{' '}
            <a className="link" href="/privacy">
              How this site handles your data
            </a>
          </li>
        </ul>
        <div className="notice-actions">
          <button type="button" className="button button-ember" onClick={() => start(true)}>
            <Mic size={20} aria-hidden="true" />
            Start call
          </button>
          <button type="button" className="button button-line" onClick={() => start(false)}>
            <Keyboard size={20} aria-hidden="true" />
            Type instead
          </button>
          <button type="button" className="notice-cancel link" onClick={onClose}>
            Cancel
          </button>
        </div>
        <p className="notice-hint">
          <em>Start call</em> asks your browser for the microphone. <em>Type instead</em> needs
          none: you write, {assistantName} speaks and shows captions.
        </p>
      </div>
    </dialog>
  );
}

/** A fire that is laid but not lit. */
function LaidFire() {
  return (
    <div className="notice-fire" aria-hidden="true">
      <div className="notice-flames">
        {['a', 'b', 'c', 'd', 'e'].map((flame) => (
          <span key={flame} />
        ))}
      </div>
      <img src={twigs} alt="" width="610" height="190" />
    </div>
  );
}

/** The question belongs to the page it was asked on. */
function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  const asked = useRef(pathname);
  useEffect(() => {
    if (asked.current !== pathname) close();
  }, [pathname, close]);
}
