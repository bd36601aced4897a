/** Rejections of one kind without a pause of this length count as one, which is reported once, ms. */
const QUIET = 10_000;

/** Rejections that a flood causes: the page is notified once, however many follow. */
const NOTIFIED_ONCE: ReadonlySet<string> = new Set([
  'rate_limited',
  'call_full',
  'queue_full',
  'assistant_muted',
]);

/** Whether to notify the page of a rejection, by its error code. */
export function createRefusals(now: () => number): (code: string) => boolean {
  const last = new Map<string, number>();
  return (code) => {
    if (!NOTIFIED_ONCE.has(code)) return true;
    const before = last.get(code);
    last.set(code, now());
    return before === undefined || now() - before >= QUIET;
  };
}
