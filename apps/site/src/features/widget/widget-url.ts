/** What a page may fill in for its visitor. `a1` to `a10` are the answers to the form's own questions. */
export interface WidgetPrefill {
  readonly name?: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly location?: string;
  readonly guests?: readonly string[];
  /** The day to show first; its date in this browser's zone counts. */
  readonly date?: Date;
  readonly customAnswers?: WidgetAnswers;
}

export type WidgetAnswers = { readonly [Answer in `a${number}`]?: string };

export interface WidgetUtm {
  readonly utmCampaign?: string;
  readonly utmSource?: string;
  readonly utmMedium?: string;
  readonly utmContent?: string;
  readonly utmTerm?: string;
  readonly salesforce_uuid?: string;
}

export interface WidgetUrlParts {
  readonly prefill?: (WidgetPrefill & WidgetAnswers) | undefined;
  readonly utm?: WidgetUtm | undefined;
  /** The embedding page: its origin for our own booking page, its host name for a hosted one. */
  readonly embedDomain: string;
}

/**
 * The address of a booking page inside an inline frame, with all its settings in its query,
 * in the order that hosted booking pages document.
 */
export function widgetUrl(
  url: URL,
  { prefill = {}, utm = {}, embedDomain }: WidgetUrlParts,
): string {
  const pairs: (readonly [string, string | undefined])[] = [
    ['name', prefill.name],
    ['location', prefill.location],
    ['first_name', prefill.firstName],
    ['last_name', prefill.lastName],
    ['guests', prefill.guests?.join(',')],
    ['email', prefill.email],
    ['date', prefill.date && localDate(prefill.date)],
    ['utm_campaign', utm.utmCampaign],
    ['utm_source', utm.utmSource],
    ['utm_medium', utm.utmMedium],
    ['utm_content', utm.utmContent],
    ['utm_term', utm.utmTerm],
    ['salesforce_uuid', utm.salesforce_uuid],
    ['embed_type', 'Inline'],
    ['embed_domain', embedDomain],
    ...answers({ ...prefill, ...prefill.customAnswers }),
  ];
  const given = pairs
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`);
  const plain = `${url.origin}${url.pathname}`;
  return `${plain}?${[url.search.slice(1), ...given].filter(Boolean).join('&')}${url.hash}`;
}

function answers(given: WidgetAnswers): [string, string | undefined][] {
  return Array.from({ length: 10 }, (_, index) => [`a${index + 1}`, given[`a${index + 1}`]]);
}

function localDate(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
