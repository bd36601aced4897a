/** A bucket of `burst` messages refilled at `perSecond`; false means refused. */
export function createRateLimit(options: {
  readonly perSecond: number;
  readonly burst: number;
  readonly now: () => number;
}): () => boolean {
  const { perSecond, burst, now } = options;
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1_000);
    filledAt = at;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
