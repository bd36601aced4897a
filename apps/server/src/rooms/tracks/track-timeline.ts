/** Where packets lie in time, by their RTP timestamps, which say it better than their arrival. */
export interface TrackTimeline {
  /** Milliseconds on the clock of `arrivedAt`. */
  at(timestamp: number, arrivedAt: number): number;
}

/** RTP time and arrival further apart than this: another sender, or one that slept. */
const MAX_DRIFT = 500;

/** `rate`: RTP ticks a second. */
export function createTrackTimeline(rate: number): TrackTimeline {
  let last = 0;
  let lastAt: number | null = null;
  return {
    at(timestamp, arrivedAt) {
      const since = (((timestamp - last) | 0) * 1_000) / rate;
      const expected = lastAt === null ? arrivedAt : lastAt + since;
      const at = Math.abs(expected - arrivedAt) > MAX_DRIFT ? arrivedAt : expected;
      last = timestamp;
      lastAt = at;
      return at;
    },
  };
}
