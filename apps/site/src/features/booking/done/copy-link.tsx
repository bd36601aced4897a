import { useState } from 'react';

type Copied = 'not yet' | 'copied' | 'refused';

/** Copies the link that manages the booking. Frames and plain http may have no clipboard: then the link is shown. */
export function CopyLink({ url }: { readonly url: string }) {
  const [copied, setCopied] = useState<Copied>('not yet');

  function copy() {
    const written =
      navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setCopied('copied'),
      () => setCopied('refused'),
    );
  }

  return (
    <>
      <button type="button" className="quiet-button" onClick={copy}>
        Copy the link
      </button>
      <span role="status" className="copy-status">
        {copied === 'copied' ? 'Copied.' : null}
        {copied === 'refused' ? <span className="copy-url">{url}</span> : null}
      </span>
    </>
  );
}
