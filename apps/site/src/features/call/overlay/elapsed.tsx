import { useEffect, useState } from 'react';
import type { Voice } from '../../voice/voice-context.tsx';
import { elapsedLabel } from './overlay-strings.ts';

type ElapsedProps = Pick<Voice, 'startedAt' | 'endsAt'>;

/** Time since the call began, in seconds, and the remaining time once it is short. */
export function Elapsed({ startedAt, endsAt }: ElapsedProps) {
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
      {endsAt === null ? null : (
        <span className="overlay-time-left">{elapsedLabel(endsAt - now)} left</span>
      )}
    </p>
  );
}
