import { useEffect, useRef } from 'react';
import { mayPass, type Trouble, troubleWords } from '../terms/problem-strings.ts';

interface TroublePaneProps {
  readonly trouble: Trouble;
  readonly onRetry?: () => void;
}

/** Why there is no call to be had here, and what to do. */
export function TroublePane({ trouble, onRetry }: TroublePaneProps) {
  const { title, text } = troubleWords(trouble);
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader begins with what happened.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="talk-title">
        {title}
      </h1>
      <p className="talk-lede">{text}</p>
      <div className="talk-actions">
        {onRetry && mayPass(trouble) ? (
          <button type="button" className="button button-ember" onClick={onRetry}>
            Try again
          </button>
        ) : null}
        <a className="button button-line" href="/">
          Return to Home
        </a>
      </div>
    </>
  );
}
