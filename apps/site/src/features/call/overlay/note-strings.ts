import type { VoiceNote } from '@kindling/assistant/react';

interface NoteContext {
  readonly hasMicrophone: boolean;
}

/** The text of a note, shown and announced when something in the call changed by itself. */
export function describeNote(note: VoiceNote, { hasMicrophone }: NoteContext): string {
  switch (note.kind) {
    case 'time-left':
      return `${timeLeft(note.seconds)} left. You can start another call after this one.`;
    case 'open-page':
      return note.page === 'booking'
        ? 'The booking page is open behind this window. End the call to choose a time.'
        : '';
    case 'microphone-changed':
      return note.label === ''
        ? 'Your microphone has changed.'
        : `Your microphone is now ${note.label}.`;
    case 'microphone-failed':
      return hasMicrophone
        ? 'That microphone could not be used. The one before is still on.'
        : 'The microphone could not be used. You can type your questions.';
    case 'microphone-lost':
      return 'Your microphone is gone. You can type your questions.';
    case 'interrupted':
      return 'The connection broke off. We are bringing it back.';
  }
}

function timeLeft(seconds: number): string {
  return seconds === 60 ? 'One minute' : `${seconds} seconds`;
}
