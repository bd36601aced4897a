/** The SQLSTATE of a database error, however deep drizzle wrapped it; null when there is none. */
export function sqlState(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) {
      return one.code;
    }
  }
  return null;
}
