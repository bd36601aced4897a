import type { WidgetUtm } from '../../features/widget/widget-url.ts';

const names = {
  utm_campaign: 'utmCampaign',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_content: 'utmContent',
  utm_term: 'utmTerm',
} as const;

/** Where the visitor came from, as the page's query (`?utm_source=…`) says; each value at most 200 characters. */
export function utmOf(search: string): WidgetUtm {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(names).flatMap(([inQuery, inWidget]) => {
      const value = query.get(inQuery)?.slice(0, 200);
      return value ? [[inWidget, value]] : [];
    }),
  );
}
