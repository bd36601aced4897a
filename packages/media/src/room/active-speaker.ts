/** Time over which loudness is smoothed. */
const SMOOTHING_TIME = 1_000;
const POLL_INTERVAL = 300;
/** A new active speaker remains active for at least this long. */
const MIN_TURN = 1_000;
/** Level that counts as silence, dB below the maximum. */
const SILENCE_LEVEL = 60;
/** Loudness from which a participant can become the active speaker. */
const SPEECH_THRESHOLD = 0.15;
/** How much louder than the active speaker another one must be to take over. */
const TAKEOVER_FACTOR = 1.3;

/** Finds the active speaker from the loudness of the participants. */
export interface ActiveSpeaker {
  readonly sessionId: string | null;
  /** One packet of a participant; `level` in dB below the maximum. */
  hear(sessionId: string, level: number): void;
  forget(sessionId: string): void;
}

export function createActiveSpeaker(options: {
  readonly now: () => number;
  readonly onChange: (sessionId: string | null) => void;
}): ActiveSpeaker {
  const voices = new Map<string, { loudness: number; at: number }>();
  let speaker: string | null = null;
  let updatedAt = options.now();
  let changedAt = Number.NEGATIVE_INFINITY;

  const loudnessOf = (sessionId: string | null, now: number): number => {
    const voice = voices.get(sessionId ?? '');
    return voice === undefined ? 0 : voice.loudness * Math.exp((voice.at - now) / SMOOTHING_TIME);
  };

  const change = (sessionId: string | null): void => {
    speaker = sessionId;
    changedAt = sessionId === null ? Number.NEGATIVE_INFINITY : options.now();
    options.onChange(sessionId);
  };

  const update = (now: number): void => {
    updatedAt = now;
    if (now - changedAt < MIN_TURN) return;
    let loudest: string | null = null;
    for (const sessionId of voices.keys())
      if (loudnessOf(sessionId, now) > loudnessOf(loudest, now)) loudest = sessionId;
    if (loudest === null || loudest === speaker || loudnessOf(loudest, now) < SPEECH_THRESHOLD)
      return;
    if (loudnessOf(loudest, now) > loudnessOf(speaker, now) * TAKEOVER_FACTOR) change(loudest);
  };

  return {
    get sessionId() {
      return speaker;
    },
    hear(sessionId, level) {
      const now = options.now();
      const loud = Math.max(0, (SILENCE_LEVEL - level) / SILENCE_LEVEL);
      const before = loudnessOf(sessionId, now);
      const weight =
        1 - Math.exp(-Math.min(40, now - (voices.get(sessionId)?.at ?? now - 20)) / SMOOTHING_TIME);
      voices.set(sessionId, { loudness: before + loud * weight, at: now });
      if (now - updatedAt >= POLL_INTERVAL) update(now);
    },
    forget(sessionId) {
      voices.delete(sessionId);
      if (speaker === sessionId) change(null);
    },
  };
}
