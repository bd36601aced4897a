import { brand } from '@kindling/protocol/brand';
import { SITE_ORIGIN_PLACEHOLDER as origin } from '@kindling/protocol/site-origin';
import { pages } from '../../pages/page-heads.ts';

/** The small files for machines (robots.txt and the like), by name below the site's root. `builtOn` is an ISO date. */
export function siteFiles(builtOn: string): Readonly<Record<string, string>> {
  return {
    'sitemap.xml': sitemap(builtOn),
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
    'llms.txt': llmsText(),
    'manifest.webmanifest': `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

const indexed = pages.filter((page) => page.indexed);

function sitemap(builtOn: string): string {
  const urls = indexed.map(
    ({ path }) => `  <url><loc>${origin}${path}</loc><lastmod>${builtOn}</lastmod></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
}

function llmsText(): string {
  const links = indexed.map(
    ({ path, title, description }) => `- [${title}](${origin}${path}): ${description}`,
  );
  return `# ${brand.name}

> ${brand.promise} An AI learning platform for schools, for educators, students, parents and school administrators.

- Features: AI Tutor, Prompt Hero (practice in writing prompts, scored with feedback), Mood Tracker (a check-in students fill in themselves; mood is never inferred from voice, face or text), Plugins.
- Applications: English language arts, math, science, coding.
- Services: custom AI development, AI training and adoption, AI literacy for educators, AI literacy for students.
- Visitors can talk to an AI agent in the browser; speech is processed on the site's own server unless its operator has configured otherwise, and audio is not recorded by default.
- Demos are 30-minute calls, booked online.
- Contact: ${brand.email}, ${brand.phone}, ${brand.location}.

## Pages

${links.join('\n')}
`;
}

const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: brand.promise,
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: '#1c120c',
  theme_color: '#1c120c',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
