import type { UnsentText } from '@kindling/assistant/react';
import { RotateCw } from 'lucide-react';

interface UnsentProps {
  readonly id: string;
  readonly unsent: UnsentText | null;
  readonly onSendAgain: (unsent: UnsentText) => void;
}

/** Announces that a message got no answer, and why. The live region exists before it has content. */
export function Unsent({ id, unsent, onSendAgain }: UnsentProps) {
  return (
    <div role="alert" className="unsent">
      {unsent ? (
        <>
          <p id={id}>{unsent.message}</p>
          <button type="button" className="unsent-again" onClick={() => onSendAgain(unsent)}>
            <RotateCw size={18} aria-hidden="true" />
            Try again
          </button>
        </>
      ) : null}
    </div>
  );
}
