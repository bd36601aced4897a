/** Transcribes speech over the assistant while it goes on, a few times (TURN-22). */
export interface SpeechProbe {
  /** Starts a probe when the speech has lasted long enough for the next; `speech` in ms. */
  handleSpeech(speech: number): void;
  /** Drops the probes that run. */
  stop(): void;
  /** Begins with the first probe again. */
  reset(): void;
}

/** The first eight are a glance at whether words of substance begin, the others hear enough to be sure, ms. */
const PROBES = [96, 128, 192, 224, 288, 352, 448, 550, 800, 1_200, 1_800] as const;
/** A glance begins before the one before it has its words. */
const AT_ONCE = 2;

/** @param onText gets the words of each probe, unless it was stopped meanwhile, and how much speech it heard, ms */
export function createSpeechProbe(
  transcribe: (signal: AbortSignal) => Promise<string>,
  onText: (text: string, speech: number) => void,
): SpeechProbe {
  let started = 0;
  const running = new Set<AbortController>();

  function start(speech: number) {
    const controller = new AbortController();
    running.add(controller);
    transcribe(controller.signal).then(
      (text) => {
        if (running.delete(controller)) onText(text, speech);
      },
      // The pause transcribes again; a failed probe decides nothing.
      () => running.delete(controller),
    );
  }

  return {
    handleSpeech(speech) {
      const due = PROBES.filter((length) => speech >= length).length;
      if (due === started || running.size >= AT_ONCE) return;
      // Those that there was no time for are left out.
      started = due;
      start(speech);
    },
    stop() {
      for (const controller of running) controller.abort();
      running.clear();
    },
    reset() {
      started = 0;
    },
  };
}
