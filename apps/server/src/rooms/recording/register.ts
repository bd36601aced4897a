import type { Recordings } from './create-recordings.ts';

export interface RecordingsContext {
  readonly recordings: Pick<Recordings, 'handlers'>;
}

export function registerRecordings({ recordings }: RecordingsContext): Recordings['handlers'] {
  return recordings.handlers;
}
