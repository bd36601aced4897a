import './after-call.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { returnToOpener } from '../../../ui/dialog/opener.ts';
import { PageLink } from '../../../ui/navigation/page-link.tsx';
import { Announcement } from '../../../ui/text/announcement.tsx';
import { formatDuration } from '../../../ui/text/format-duration.ts';
import { useVoice, type Voice } from '../../voice/voice-context.tsx';
import { CallReference } from '../reference/call-reference.tsx';
import { describeEnd } from './end-strings.ts';
import { KeepTranscript } from './keep-transcript.tsx';

/** Shown after a call: how it went, its transcript, and what to do next. Hidden by the next call. */
export function AfterCall() {
  const voice = useVoice();
  const [dismissed, setDismissed] = useState(false);
  const isOver = !voice.isConnecting && !voice.isInCall;
  if (!isOver && dismissed) setDismissed(false);
  if (!isOver || dismissed || !hasSomethingToOffer(voice)) return null;
  return (
    <Panel
      voice={voice}
      onClose={() => {
        setDismissed(true);
        returnToOpener();
      }}
    />
  );
}

/** Shown when there is a transcript to keep, or when the visitor did not end the call. */
function hasSomethingToOffer({ lastTranscripts, lastDuration, endReason }: Voice): boolean {
  return lastTranscripts.length > 0 || (lastDuration !== null && describeEnd(endReason) !== null);
}

interface PanelProps {
  readonly voice: Voice;
  readonly onClose: () => void;
}

function Panel({ voice, onClose }: PanelProps) {
  const { assistantName, lastTranscripts: lines, lastDuration: duration, endReason } = voice;
  const id = useId();
  const [endedAt] = useState(() => new Date());
  const title = `Your call with ${assistantName}`;
  const lasted = duration === null ? null : `It lasted ${formatDuration(duration)}.`;
  const summary = [lasted, describeEnd(endReason)].filter(Boolean).join(' ');

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
  }

  return (
    <section className="after-call" aria-labelledby={`${id}-title`} onKeyDown={closeOnEscape}>
      <Announcement text={`${title}. ${summary}`} />
      <div className="after-call-head">
        <div>
          <h2 id={`${id}-title`} className="after-call-title">
            {title}
          </h2>
          <p className="after-call-summary">{summary}</p>
        </div>
        <button type="button" className="after-call-close" aria-label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <div className="after-call-actions">
        {lines.length > 0 ? (
          <KeepTranscript call={{ assistantName, lines, duration, endedAt }} />
        ) : null}
        <PageLink className="button button-ember" to="/contact">
          Book a demo
        </PageLink>
      </div>
      <CallReference reference={voice.reference} />
    </section>
  );
}
