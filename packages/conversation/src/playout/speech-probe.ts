/** Transcribes speech over the assistant while it goes on, a few times (TURN-22). */
export interface SpeechProbe {
  /** Starts a probe when the speech has lasted long enough for the next; `speech` in ms. */
  handleSpeech(speech: number): void;
  /** Drops the probe that runs. */
  stop(): void;
  /** Begins with the first probe again. */
  reset(): void;
}

/** The assistant is silent by then, so a probe may wait for enough sound to be recognised, ms. */
const PROBES = [700, 1_200, 1_800] as const;

/** @param onText gets the words of each probe, unless it was stopped meanwhile */
export function createSpeechProbe(
  transcribe: (signal: AbortSignal) => Promise<string>,
  onText: (text: string) => void,
): SpeechProbe {
  let started = 0;
  let running: AbortController | null = null;

  function start() {
    started += 1;
    const controller = new AbortController();
    running = controller;
    transcribe(controller.signal).then(
      (text) => {
        if (running !== controller) return;
        running = null;
        onText(text);
      },
      // The pause transcribes again; a failed probe decides nothing.
      () => {
        if (running === controller) running = null;
      },
    );
  }

  return {
    handleSpeech(speech) {
      const next = PROBES[started];
      if (next !== undefined && speech >= next && running === null) start();
    },
    stop() {
      running?.abort();
      running = null;
    },
    reset() {
      started = 0;
    },
  };
}
