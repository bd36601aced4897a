import { useEffect, useState } from 'react';
import { elapsedLabel } from './overlay-words.ts';

/** Time since the call began, by the second. */
export function Elapsed({ startedAt }: { readonly startedAt: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (startedAt === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [startedAt]);
  const label = elapsedLabel(startedAt === null ? 0 : now - startedAt);
  return (
    <p className="overlay-time" role="timer" aria-live="off">
      <span className="sr-only">Time in call </span>
      {label}
    </p>
  );
}
