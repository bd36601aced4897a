const MINUTE = 60_000;
const DELAYS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE);
const MAX_DELAY = 240 * MINUTE;
/** After this the visitor has either called or gone. */
const GIVE_UP_AFTER = 48 * 60 * MINUTE;

/**
 * How long to wait after the `attempts`th failure of a mail that is `age` old: 1, 5, 15 and 60
 * minutes, then every four hours. Null once it would be older than two days.
 */
export function mailRetryDelay(attempts: number, age: number): number | null {
  const delay = DELAYS[attempts - 1] ?? MAX_DELAY;
  return age + delay > GIVE_UP_AFTER ? null : delay;
}
