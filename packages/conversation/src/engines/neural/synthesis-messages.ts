import type { TtsConfig } from '../sherpa.ts';

/** What the process is sent: first what to load, then one piece of text at a time. */
export type SynthesisCommand =
  | { readonly type: 'load'; readonly config: TtsConfig }
  | {
      readonly type: 'speak';
      readonly text: string;
      readonly speaker: number;
      readonly speed: number;
    };

/** What it answers, one for each. */
export type SynthesisAnswer =
  | { readonly type: 'loaded'; readonly sampleRate: number }
  | { readonly type: 'spoken'; readonly pcm: Int16Array }
  | { readonly type: 'failed'; readonly reason: string };
