import './call-notice.css';
import { Keyboard, Mic } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import twigs from '../../../ui/art/twigs.svg';
import { useModal } from '../../../ui/dialog/use-modal.ts';
import { useVoice } from '../../voice/voice-context.tsx';
import { acceptNotice, rememberAcceptance, rememberedAcceptance } from './accept-notice.ts';
import type { CallNoticeProps } from './notice-store.ts';
import { noticeLines } from './notice-strings.ts';

/** The notice before a call; starts the call at once where the same notice was accepted in this tab. */
export default function CallNotice({ terms, onClose }: CallNoticeProps) {
  const { startCall } = useVoice();
  // Without the site's configuration the call fails with its own message, and no notice is needed.
  const isKnown = terms.assistantName !== undefined;
  const [noticeAcceptance] = useState(() =>
    rememberedAcceptance(isKnown ? noticeLines(terms) : null),
  );
  useEffect(() => {
    if (noticeAcceptance === null) return;
    onClose();
    // Never rejects: what goes wrong becomes the call's error state, which the toasts show.
    void startCall({ noticeAcceptance });
  }, [noticeAcceptance, onClose, startCall]);
  return noticeAcceptance === null ? <Notice terms={terms} onClose={onClose} /> : null;
}

/** The notice shown before the microphone is requested, with the choice to speak or type. */
function Notice({ terms, onClose }: CallNoticeProps) {
  const { startCall } = useVoice();
  const dialog = useModal({ open: true, onEscape: onClose });
  const id = useId();
  useCloseOnNavigation(onClose);
  const { assistantName = 'The agent' } = terms;
  const lines = noticeLines(terms);
  const [title, ...items] = lines;

  function start(microphone: boolean) {
    const noticeAcceptance = acceptNotice(lines);
    // A visitor who types may want to speak next time, and sees the notice then.
    if (microphone) rememberAcceptance(noticeAcceptance);
    onClose();
    // Never rejects: what goes wrong becomes the call's error state, which the toasts show.
    void startCall({ microphone, noticeAcceptance });
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
          {title}
        </h2>
        <ul id={`${id}-terms`} className="notice-terms">
          {items.map((words, index) => (
            <li key={words}>
              {words}{' '}
              {index === items.length - 1 ? (
                <a className="link" href="/privacy">
                  How this site handles your data
                </a>
              ) : null}
            </li>
          ))}
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

/** The notice belongs to the page it was opened on. */
function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  const asked = useRef(pathname);
  useEffect(() => {
    if (asked.current !== pathname) close();
  }, [pathname, close]);
}
