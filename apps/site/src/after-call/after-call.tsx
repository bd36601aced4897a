import './after-call.css';
import { Check, Copy, Download, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { PageLink } from '../routing/page-link.tsx';
import { returnToOpener } from '../voice/opener.ts';
import { useVoice, type Voice } from '../voice/voice-context.tsx';
import { copyText } from './copy-text.ts';
import { durationWords } from './duration-words.ts';
import { endWords } from './end-words.ts';
import { saveFile } from './save-file.ts';
import { transcriptFileName, transcriptText } from './transcript-file.ts';

/** What is left of a call: how it went, its transcript to keep, and the way on. Gone with the next call. */
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

/** Words to keep, or an end that the visitor did not make. */
function hasSomethingToOffer({ lastTranscripts, lastDuration, endReason }: Voice): boolean {
  return lastTranscripts.length > 0 || (lastDuration !== null && endWords(endReason) !== null);
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
  const lasted = duration === null ? null : `It lasted ${durationWords(duration)}.`;
  const summary = [lasted, endWords(endReason)].filter(Boolean).join(' ');

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
          <Transcript call={{ assistantName, lines, duration, endedAt }} />
        ) : null}
        <PageLink className="button button-ember" to="/contact">
          Book a demo
        </PageLink>
      </div>
    </section>
  );
}

/** Said once, politely: the keyboard stays where it was. */
function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  // A live region says what changes in it, not what it came with.
  useEffect(() => setSaid(text), [text]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

function Transcript({ call }: { readonly call: Parameters<typeof transcriptText>[0] }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const outcome = {
    no: '',
    yes: 'Transcript copied.',
    refused: 'Your browser does not allow copying. Download the transcript instead.',
  }[copied];

  async function copy() {
    setCopied((await copyText(transcriptText(call))) ? 'yes' : 'refused');
  }

  return (
    <>
      <button type="button" className="button button-line" onClick={copy}>
        {copied === 'yes' ? (
          <Check size={20} aria-hidden="true" />
        ) : (
          <Copy size={20} aria-hidden="true" />
        )}
        Copy transcript
      </button>
      <button
        type="button"
        className="button button-line"
        onClick={() => saveFile(transcriptFileName(call), transcriptText(call))}
      >
        <Download size={20} aria-hidden="true" />
        Download transcript
      </button>
      <p role="status" className="after-call-outcome">
        {outcome}
      </p>
    </>
  );
}
