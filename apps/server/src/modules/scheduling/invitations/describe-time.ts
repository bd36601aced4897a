/** A stretch of time as people of one place say it. */
export interface DescribedTime {
  /** `Monday, November 2, 2026, 10:00 – 10:30 AM` */
  readonly range: string;
  /** `Eastern Standard Time (EST)` */
  readonly zone: string;
  /** `Monday, November 2` */
  readonly day: string;
  /** `Mon, Nov 2, 10:00 AM EST`, for subjects. */
  readonly short: string;
}

type Parts = Intl.DateTimeFormatOptions;

const DAY: Parts = { weekday: 'long', month: 'long', day: 'numeric' };
const TIME: Parts = { hour: 'numeric', minute: '2-digit' };
const SHORT: Parts = { ...TIME, weekday: 'short', month: 'short', day: 'numeric' };

/** Describes `start` to `end` on the clocks of an IANA zone, as they are set on that date. */
export function describeTime(start: Date, end: Date, timeZone: string): DescribedTime {
  const write = (options: Parts, date: Date) => plainSpaces(format(timeZone, options).format(date));
  return {
    range: plainSpaces(
      format(timeZone, { ...DAY, ...TIME, year: 'numeric' }).formatRange(start, end),
    ),
    zone: describeZone(start, end, timeZone),
    day: write(DAY, start),
    short: write({ ...SHORT, timeZoneName: 'short' }, start),
  };
}

/** With both names where the clocks change during the call. */
function describeZone(start: Date, end: Date, timeZone: string): string {
  const names = [start, end].map((date) => {
    const long = zoneName(date, timeZone, 'long');
    // A zone without a name of its own is called by its offset in both lengths.
    return long.startsWith('GMT') ? long : `${long} (${zoneName(date, timeZone, 'short')})`;
  });
  return [...new Set(names)].join(', then ');
}

function zoneName(date: Date, timeZone: string, timeZoneName: 'long' | 'short'): string {
  const parts = format(timeZone, { timeZoneName }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function format(timeZone: string, options: Parts): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
}

/** Intl writes narrow no-break spaces, which old mail programs show as boxes. */
function plainSpaces(text: string): string {
  return text.replace(/\s/gu, ' ');
}
