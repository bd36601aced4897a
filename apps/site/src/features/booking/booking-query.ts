import { isCivilDate } from './calendar/civil-date.ts';

/** Prefilled values from the embedding page or the link. */
export interface BookingQuery {
  readonly name: string;
  readonly email: string;
  readonly institution: string;
  readonly serviceOfInterest: string;
  readonly note: string;
  /** The day to show first. */
  readonly date: string | null;
  readonly utm: Readonly<Record<string, string>>;
  /** Origin or host name of the page that embeds this one. */
  readonly embedDomain: string | null;
}

const UTM_MAX_CHARACTERS = 200;

/** Reads a query as {@link widgetUrl} writes it: `a1` is the service of interest, `a2` the school, `a3` a note. */
export function readBookingQuery(search: string): BookingQuery {
  const query = new URLSearchParams(search);
  const text = (key: string, max: number) => (query.get(key) ?? '').trim().slice(0, max);
  const date = text('date', 10);
  const fullName = `${text('first_name', 100)} ${text('last_name', 99)}`.trim();
  return {
    name: text('name', 200) || fullName,
    email: text('email', 254),
    institution: text('a2', 200),
    serviceOfInterest: text('a1', 100),
    note: text('a3', 2_000),
    date: isCivilDate(date) ? date : null,
    utm: utmOf(query),
    embedDomain: query.get('embed_domain'),
  };
}

function utmOf(query: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  for (const key of ['campaign', 'source', 'medium', 'content', 'term']) {
    const value = query.get(`utm_${key}`)?.trim();
    if (value) found[`utm_${key}`] = value.slice(0, UTM_MAX_CHARACTERS);
  }
  return found;
}
