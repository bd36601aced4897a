import { playedWords } from './played-words.ts';

/** One sentence in the output: where its samples are and how many were played. Positions are samples of the output. */
export interface PlayoutSegment {
  readonly text: string;
  readonly start: number;
  readonly started: boolean;
  /** All its samples are written and played. */
  isPlayed(playedSamples: number): boolean;
  begin(): void;
  grow(samples: number): void;
  /** `whole` is false when the voice broke off. */
  complete(whole: boolean): void;
  /** The words that were played completely. */
  heard(playedSamples: number): string;
}

/** The pace of a slow voice, ms a character, so that a sentence still being synthesised never claims words too early. */
const MS_PER_CHARACTER = 90;

export function createPlayoutSegment(
  text: string,
  start: number,
  sampleRate: number,
): PlayoutSegment {
  let length = 0;
  let state: 'growing' | 'whole' | 'broken' = 'growing';
  let started = false;

  function expectedLength(): number {
    if (state === 'whole') return length;
    return Math.max(length, (text.length * MS_PER_CHARACTER * sampleRate) / 1_000);
  }

  return {
    text,
    start,
    get started() {
      return started;
    },
    isPlayed: (playedSamples) => state !== 'growing' && playedSamples >= start + length,
    begin() {
      started = true;
    },
    grow(samples) {
      length += samples;
    },
    complete(whole) {
      state = whole ? 'whole' : 'broken';
    },
    heard(playedSamples) {
      const played = Math.min(playedSamples - start, length);
      return played <= 0 ? '' : playedWords(text, played / expectedLength());
    },
  };
}
