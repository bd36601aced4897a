import { brand } from '@kindling/protocol/brand';
import { SITE_ORIGIN_PLACEHOLDER } from '@kindling/protocol/site-origin';
import type { PageHead } from '../../pages/page-heads.ts';
import { socialCardOf } from './social-cards.ts';
import { structuredData } from './structured-data.ts';

/** The part of a page's head that is its own, as HTML. Absolute addresses hold the placeholder origin. */
export function headTags(page: PageHead): string {
  const tags = [
    `<title>${escapeHtml(page.title)}</title>`,
    meta('name', 'description', page.description),
    ...(page.indexed ? forTheWorld(page) : [meta('name', 'robots', 'noindex')]),
  ];
  return tags.join('\n    ');
}

function forTheWorld(page: PageHead): string[] {
  const url = `${SITE_ORIGIN_PLACEHOLDER}${page.path}`;
  const card = socialCardOf(page.path);
  const openGraph = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:locale': 'en_US',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': url,
    'og:image': `${SITE_ORIGIN_PLACEHOLDER}/${card.file}`,
    'og:image:type': 'image/png',
    'og:image:width': String(card.width),
    'og:image:height': String(card.height),
    'og:image:alt': card.alt,
  };
  return [
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(openGraph).map(([property, content]) => meta('property', property, content)),
    // Title, description, picture and its alt text are taken from the Open Graph tags.
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(page.path === '/'
      ? [`<script type="application/ld+json">${structuredData(page.description)}</script>`]
      : []),
  ];
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
