/** Duration of a frame, ms. */
export const FRAME = 20;
/** Frames sent before their time, so that a late timer is not heard. */
const LEAD = 1;
/** Later than this is not caught up: time is skipped instead of a burst sent. */
const MAX_LAG = 200;

/** When the frames of a stretch of talk are due, and their place in the stream's time. */
export interface TalkspurtTimer {
  readonly running: boolean;
  /** Takes the next frame if it is due at `now`; null when it is too early. */
  take(now: number): TalkspurtFrame | null;
  /** Ends the spurt; the next frame begins another one, at once. */
  end(): void;
}

export interface TalkspurtFrame {
  /** Milliseconds on the clock's scale; steps of 20 within a spurt, never running back. */
  readonly time: number;
  /** First of a spurt. */
  readonly first: boolean;
}

export function createTalkspurtTimer(): TalkspurtTimer {
  let start: number | null = null;
  let sent = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;

  const begin = (now: number): void => {
    start = Math.max(now, lastEnd);
    sent = 0;
  };

  return {
    get running() {
      return start !== null;
    },
    take(now) {
      let first = start === null;
      if (start !== null && now - (start + (sent - LEAD) * FRAME) > MAX_LAG) first = true;
      if (first) begin(now);
      const time = (start ?? now) + sent * FRAME;
      if (now < time - LEAD * FRAME) return null;
      sent++;
      lastEnd = time + FRAME;
      return { time, first };
    },
    end() {
      start = null;
    },
  };
}
