import { useEffect, useState } from 'react';
import type { Voice } from '../../voice/voice-context.tsx';
import { describeNote } from './note-strings.ts';

/** How long a note is shown, ms. */
const READING_TIME = 12_000;

/** Announces what changed in the call without the visitor: little time left, another microphone. */
export function CallNote({ note, hasMicrophone }: Pick<Voice, 'note' | 'hasMicrophone'>) {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    setRead(false);
    if (note === null) return;
    const timer = setTimeout(() => setRead(true), READING_TIME);
    return () => clearTimeout(timer);
  }, [note]);
  return (
    <p role="status" className="call-note">
      {note === null || isRead ? null : describeNote(note, { hasMicrophone })}
    </p>
  );
}
