/** Recognises a turn while its speaker goes on, so that the page shows words as they are said (TURN-41). */
export interface InterimWords {
  /** A turn begins. */
  begin(): void;
  /** Call after every step of speech; glances at what was said so far where it is time. */
  handleSpeech(): void;
  /** Drops the glance that runs: the speech has paused, or the turn is over. */
  stop(): void;
}

export interface InterimWordsOptions {
  readonly now: () => number;
  /** The words of the turn so far; null where the recogniser has no time for it. */
  readonly glance: (signal: AbortSignal) => Promise<string | null>;
  readonly onWords: (text: string) => void;
}

/** From the beginning of one glance to the next, ms. */
const INTERVAL = 600;
/** A glance that took long is followed by a longer while without one, in times of what it took. */
const REST = 4;
/** After so long it is tried again where the recogniser had no time, ms. */
const BUSY_WAIT = 200;

export function createInterimWords({ now, glance, onWords }: InterimWordsOptions): InterimWords {
  let running: AbortController | null = null;
  let nextAt = 0;

  async function start() {
    const controller = new AbortController();
    running = controller;
    const startedAt = now();
    nextAt = startedAt + INTERVAL;
    try {
      const text = await glance(controller.signal);
      if (running !== controller) return;
      const wait = text === null ? BUSY_WAIT : Math.max(INTERVAL, REST * (now() - startedAt));
      nextAt = startedAt + wait;
      if (text !== null && text !== '') onWords(text);
    } catch {
      // The pause transcribes all of it again; a glance that failed decides nothing.
    } finally {
      if (running === controller) running = null;
    }
  }

  return {
    begin() {
      nextAt = now() + INTERVAL;
    },
    handleSpeech() {
      if (running === null && now() >= nextAt) void start();
    },
    stop() {
      running?.abort();
      running = null;
    },
  };
}
