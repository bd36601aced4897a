/** Transcribes speech over the assistant while it goes on, a few times (TURN-22). */
export interface SpeechProbe {
  /** Starts a probe when the speech has lasted long enough for the next; `speech` in ms. */
  handleSpeech(speech: number): void;
  /** Drops the probe that runs. */
  stop(): void;
  /** Begins with the first probe again. */
  reset(): void;
}

/** The first three are a glance at whether words of substance begin, the others hear enough to be sure, ms. */
const PROBES = [160, 350, 550, 800, 1_200, 1_800] as const;

/** @param onText gets the words of each probe, unless it was stopped meanwhile, and how much speech it heard, ms */
export function createSpeechProbe(
  transcribe: (signal: AbortSignal) => Promise<string>,
  onText: (text: string, speech: number) => void,
): SpeechProbe {
  let started = 0;
  let running: AbortController | null = null;

  function start(speech: number) {
    started += 1;
    const controller = new AbortController();
    running = controller;
    transcribe(controller.signal).then(
      (text) => {
        if (running !== controller) return;
        running = null;
        onText(text, speech);
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
      if (next !== undefined && speech >= next && running === null) start(speech);
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
