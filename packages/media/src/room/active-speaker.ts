/** Time over which loudness is smoothed. */
const SMOOTHING = 1_000;
const LOOK_INTERVAL = 300;
/** Nobody loses the word again before this. */
const SHORTEST_TURN = 1_000;
/** dB below the loudest at which one is silent. */
const SILENCE = 60;
/** Somebody this loud speaks; quieter ones do not take the word. */
const SPEAKING = 0.15;
/** Who takes the word must be louder than who has it by this much. */
const LEAD = 1.3;

/** Who speaks, from how loud everybody is. */
export interface ActiveSpeaker {
  readonly sessionId: string | null;
  /** One packet of somebody's; `level` in dB below the loudest. */
  hear(sessionId: string, level: number): void;
  forget(sessionId: string): void;
}

export function createActiveSpeaker(options: {
  readonly now: () => number;
  readonly onChange: (sessionId: string | null) => void;
}): ActiveSpeaker {
  const voices = new Map<string, { loudness: number; at: number }>();
  let speaker: string | null = null;
  let lookedAt = options.now();
  let changedAt = Number.NEGATIVE_INFINITY;

  const loudnessOf = (sessionId: string | null, now: number): number => {
    const voice = voices.get(sessionId ?? '');
    return voice === undefined ? 0 : voice.loudness * Math.exp((voice.at - now) / SMOOTHING);
  };

  const change = (sessionId: string | null): void => {
    speaker = sessionId;
    changedAt = sessionId === null ? Number.NEGATIVE_INFINITY : options.now();
    options.onChange(sessionId);
  };

  const look = (now: number): void => {
    lookedAt = now;
    if (now - changedAt < SHORTEST_TURN) return;
    let loudest: string | null = null;
    for (const sessionId of voices.keys())
      if (loudnessOf(sessionId, now) > loudnessOf(loudest, now)) loudest = sessionId;
    if (loudest === null || loudest === speaker || loudnessOf(loudest, now) < SPEAKING) return;
    if (loudnessOf(loudest, now) > loudnessOf(speaker, now) * LEAD) change(loudest);
  };

  return {
    get sessionId() {
      return speaker;
    },
    hear(sessionId, level) {
      const now = options.now();
      const loud = Math.max(0, (SILENCE - level) / SILENCE);
      const before = loudnessOf(sessionId, now);
      const weight =
        1 - Math.exp(-Math.min(40, now - (voices.get(sessionId)?.at ?? now - 20)) / SMOOTHING);
      voices.set(sessionId, { loudness: before + loud * weight, at: now });
      if (now - lookedAt >= LOOK_INTERVAL) look(now);
    },
    forget(sessionId) {
      voices.delete(sessionId);
      if (speaker === sessionId) change(null);
    },
  };
}
