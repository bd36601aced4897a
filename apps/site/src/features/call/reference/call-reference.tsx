import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../../../ui/text/copy-text.ts';

interface CallReferenceProps {
  /** Null until the call has one: its space is reserved, so that nothing moves. */
  readonly reference: string | null;
}

/** The call's reference, for requests to see or delete its data. */
export function CallReference({ reference }: CallReferenceProps) {
  return (
    <div className="call-reference">
      {reference === null ? null : <Copyable key={reference} reference={reference} />}
    </div>
  );
}

const OUTCOMES = {
  none: '',
  copied: 'Copied',
  refused: 'Your browser does not allow copying. The reference is selected instead.',
} as const;

function Copyable({ reference }: { readonly reference: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES>('none');
  const text = useRef<HTMLElement>(null);
  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Copy;

  async function copy() {
    // Announced again when it is copied again.
    setOutcome('none');
    const isDone = await copyText(reference);
    if (!isDone && text.current) getSelection()?.selectAllChildren(text.current);
    setOutcome(isDone ? 'copied' : 'refused');
  }

  return (
    <>
      <span className="call-reference-name">Call reference</span>
      <code ref={text} className="call-reference-id">
        {reference}
      </code>
      <button type="button" className="call-reference-copy" onClick={copy}>
        <Icon size={15} aria-hidden="true" />
        {isCopied ? (
          'Copied'
        ) : (
          <span>
            Copy<span className="sr-only"> reference</span>
          </span>
        )}
      </button>
      <span role="status" className={outcome === 'refused' ? 'call-reference-refused' : 'sr-only'}>
        {OUTCOMES[outcome]}
      </span>
    </>
  );
}
