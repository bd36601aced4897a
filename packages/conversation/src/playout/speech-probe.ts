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
/** The same where the machine has much to do. */
const FEW_PROBES = [192, 448, 800, 1_800] as const;
/** A glance begins before the one before it has its words. */
const AT_ONCE = 2;

export interface SpeechProbeOptions {
  /** Transcribes the speech so far. */
  readonly probe: (signal: AbortSignal) => Promise<string>;
  /** The recogniser's machine has much to do. */
  readonly isBusy: () => boolean;
}

/** @param onText gets the words of each probe, unless it was stopped meanwhile, and how much speech it heard, ms */
export function createSpeechProbe(
  { probe, isBusy }: SpeechProbeOptions,
  onText: (text: string, speech: number) => void,
): SpeechProbe {
  /** The length of speech that was due last, ms. */
  let last = 0;
  const running = new Set<AbortController>();

  function start(speech: number) {
    const controller = new AbortController();
    running.add(controller);
    probe(controller.signal).then(
      (text) => {
        if (running.delete(controller)) onText(text, speech);
      },
      // The pause transcribes again; a failed probe decides nothing.
      () => running.delete(controller),
    );
  }

  return {
    handleSpeech(speech) {
      const lengths: readonly number[] = isBusy() ? FEW_PROBES : PROBES;
      const due = lengths.findLast((length) => speech >= length) ?? 0;
      if (due <= last || running.size >= AT_ONCE) return;
      // Those that there was no time for are left out.
      last = due;
      start(speech);
    },
    stop() {
      for (const controller of running) controller.abort();
      running.clear();
    },
    reset() {
      last = 0;
    },
  };
}
