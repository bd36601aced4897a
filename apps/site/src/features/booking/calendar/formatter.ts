/** A month of days and times needs a handful of formats, some hundred times each. */
const CACHE_SIZE = 64;
const made = new Map<string, Intl.DateTimeFormat>();

/** The American format with these options. Creating one costs as much as using it fifty times, so they are cached. */
export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  // The list of all zones needs hundreds, once.
  if (made.size >= CACHE_SIZE) made.clear();
  const format = new Intl.DateTimeFormat('en-US', options);
  made.set(key, format);
  return format;
}
