import type { Warning } from '@kindling/protocol';
import type { Sex } from './voice-names.ts';

/** What speaks and hears on this machine. */
export interface LocalSpeech {
  /** Voices that were installed, the one that speaks by default first. */
  readonly voices: readonly { readonly voiceId: string; readonly gender?: Sex }[];
}

export interface SettledPart<Part> {
  readonly part: Part;
  readonly warnings: readonly Warning[];
}
