import type { Voice } from '../../voice/voice-context.tsx';

type EndReason = NonNullable<Voice['endReason']>;

const sentences: Readonly<Record<string, string>> = {
  'assistant-ended-call': 'The agent said goodbye.',
  'assistant-said-end-call-phrase': 'The agent said goodbye.',
  'silence-timed-out': 'It ended because nothing was said for a while.',
  'exceeded-max-duration': 'It ended because it reached its time limit.',
  'manually-canceled': 'It was ended by the people who run this site.',
  'pipeline-error': 'It ended because something failed on our side.',
  'kindling.connection-lost': 'It ended because the connection was lost.',
  'kindling.server-shutdown': 'It ended because the server was stopped.',
  'kindling.server-crashed': 'It ended because the server stopped unexpectedly.',
  'kindling.media-failed': 'It ended because something failed on our side.',
};

/** Why a call ended, as a sentence; null when the visitor ended it. */
export function describeEnd(reason: EndReason | null): string | null {
  if (reason === null || reason === 'customer-ended-call') return null;
  return sentences[reason] ?? 'It was ended from the other side.';
}
