/**
 * A token bucket of `burst` tokens, refilled at `perSecond`. The returned function takes `cost` tokens
 * (1 by default); false when there are not enough, which takes none.
 */
export function createRateLimit(options: {
  readonly perSecond: number;
  readonly burst: number;
  readonly now: () => number;
}): (cost?: number) => boolean {
  const { perSecond, burst, now } = options;
  let tokens = burst;
  let filledAt = now();
  return (cost = 1) => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1_000);
    filledAt = at;
    if (tokens < cost) return false;
    tokens -= cost;
    return true;
  };
}
