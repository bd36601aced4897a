/** Refused without a break of this length is refused for one reason, which is told once, ms. */
const QUIET = 10_000;

/** What a flood is answered: its page is told once, however much more comes. */
const NOTIFIED_ONCE: ReadonlySet<string> = new Set([
  'rate_limited',
  'call_full',
  'queue_full',
  'assistant_muted',
]);

/** Whether the page is to be told that something was refused, by the error's code. */
export function createRefusals(now: () => number): (code: string) => boolean {
  const last = new Map<string, number>();
  return (code) => {
    if (!NOTIFIED_ONCE.has(code)) return true;
    const before = last.get(code);
    last.set(code, now());
    return before === undefined || now() - before >= QUIET;
  };
}
