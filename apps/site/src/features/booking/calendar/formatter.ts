/** A month of days and times asks for a handful of formats, some hundred times. */
const CACHE_SIZE = 64;
const made = new Map<string, Intl.DateTimeFormat>();

/** The American format with these options. To make one costs as much as to use it fifty times, so they are kept. */
export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  // The list of all zones comes by once, with hundreds.
  if (made.size >= CACHE_SIZE) made.clear();
  const format = new Intl.DateTimeFormat('en-US', options);
  made.set(key, format);
  return format;
}
