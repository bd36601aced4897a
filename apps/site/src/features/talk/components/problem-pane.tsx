import { useEffect, useRef } from 'react';
import { mayPass, type Problem, problemStrings } from '../terms/problem-strings.ts';

interface ProblemPaneProps {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}

/** Why no call is possible here, and what to do. */
export function ProblemPane({ problem, onRetry }: ProblemPaneProps) {
  const { title, text } = problemStrings(problem);
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader starts with what happened.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="talk-title">
        {title}
      </h1>
      <p className="talk-lede">{text}</p>
      <div className="talk-actions">
        {onRetry && mayPass(problem) ? (
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
