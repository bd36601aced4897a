import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../ui/text/copy-text.ts';
import { saveFile } from '../../../ui/text/save-file.ts';
import { type FinishedCall, transcriptFileName, transcriptText } from './transcript-file.ts';

/** Copies the transcript to the clipboard, or saves it as a file. */
export function KeepTranscript({ call }: { readonly call: FinishedCall }) {
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
