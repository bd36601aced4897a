import { brand } from '@kindling/protocol/brand';
import { formatDuration } from '../../../ui/text/format-duration.ts';
import type { Voice } from '../../voice/voice-context.tsx';

export interface FinishedCall {
  /** @default that it was with the site's own agent */
  readonly title?: string;
  readonly assistantName: string;
  readonly lines: Voice['lastTranscripts'];
  /** Milliseconds; null when it never began. */
  readonly duration: number | null;
  readonly endedAt: Date;
  /** The reader's time zone; the browser's unless given. */
  readonly timeZone?: string;
}

/** A transcript as text: title, date, and a line for each utterance. */
export function transcriptText({ assistantName, lines, duration, ...rest }: FinishedCall): string {
  const { title = `Call with ${assistantName}, the AI agent of ${brand.name}`, ...when } = rest;
  const lasted = duration === null ? [] : [`It lasted ${formatDuration(duration)}.`];
  return [
    title,
    whenItEnded(when),
    ...lasted,
    '',
    ...lines.map(({ role, content }) => `${role === 'user' ? 'You' : assistantName}: ${content}`),
    '',
  ].join('\n');
}

/** `kindling-call-2026-11-21.txt`, by the reader's calendar. */
export function transcriptFileName({
  endedAt,
  timeZone,
}: Pick<FinishedCall, 'endedAt' | 'timeZone'>) {
  // Swedish dates are ISO dates.
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(endedAt);
  return `${brand.name.toLowerCase()}-call-${date}.txt`;
}

function whenItEnded({ endedAt, timeZone }: Pick<FinishedCall, 'endedAt' | 'timeZone'>): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(endedAt);
}
