import type { EndOfTurn } from './turn-taker.ts';

/**
 * What the recognition of the caller's speech reports. Each turn begins with `onStartOfSpeech` and closes with one of
 * `onEndOfTurn`, `onDiscarded` and `onError`, unless the recognition is closed first.
 */
export interface RecognitionHooks {
  /** Speech began: a turn is open. */
  onStartOfSpeech(): void;
  /** The words so far, while the turn goes on or at a pause. */
  onInterimTranscript(text: string): void;
  /**
   * The words look finished: an answer to them may be generated ahead of time (TURN-15).
   *
   * @param goesOn they may be the rest of the turn before (TURN-36)
   */
  onPreemptiveGeneration(text: string, goesOn: boolean): void;
  /** Speech went on after a pause: what was generated for the words at that pause is void. */
  onResumed(): void;
  onEndOfTurn(turn: EndOfTurn): void;
  /**
   * The turn held nothing to answer.
   *
   * @param unheard ms of speech in which no words were recognised; 0 where there were words
   */
  onDiscarded(unheard: number): void;
  /** The transcriber failed, and failed again. */
  onError(error: unknown): void;
}
