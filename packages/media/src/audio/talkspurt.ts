/** Duration of a frame, ms. */
export const FRAME_DURATION = 20;
/** Frames sent ahead of time, so that a late timer is not heard. */
const LEAD = 1;
/** When this late, ms, time is skipped instead of sending a burst of frames. */
const MAX_LAG = 200;

/** When the frames of a talkspurt (RFC 3550) are due, and their place in the stream's time. */
export interface TalkspurtTimer {
  readonly running: boolean;
  /** Takes the next frame if it is due at `now`; null when it is too early. */
  take(now: number): TalkspurtFrame | null;
  /** Ends the talkspurt; the next frame starts a new one at once. */
  end(): void;
}

export interface TalkspurtFrame {
  /** Milliseconds on the clock; steps of 20 within a talkspurt, never running back. */
  readonly time: number;
  /** First frame of a talkspurt: the RTP marker bit. */
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
      if (start !== null && now - (start + (sent - LEAD) * FRAME_DURATION) > MAX_LAG) first = true;
      if (first) begin(now);
      const time = (start ?? now) + sent * FRAME_DURATION;
      if (now < time - LEAD * FRAME_DURATION) return null;
      sent++;
      lastEnd = time + FRAME_DURATION;
      return { time, first };
    },
    end() {
      start = null;
    },
  };
}
