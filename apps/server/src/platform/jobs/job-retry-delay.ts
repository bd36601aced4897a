const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE];
const MAX_DELAY = 840 * MINUTE;

/** How long to wait after the `attempt`th failure, ms: eight attempts take about a day. */
export const jobRetryDelay = (attempt: number): number => DELAYS[attempt - 1] ?? MAX_DELAY;
