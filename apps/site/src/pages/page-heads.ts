import { brand } from '@kindling/protocol/brand';

export interface PageHead {
  readonly path: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly indexed: boolean;
}

const notFound: PageHead = {
  path: '/404',
  file: '404.html',
  title: `Page not found | ${brand.name}`,
  description: 'This page does not exist.',
  indexed: false,
};

/** Every page that is prerendered, with what its head says. */
export const pages: readonly PageHead[] = [
  {
    path: '/',
    file: 'index.html',
    title: `${brand.name} | ${brand.promise}`,
    description:
      'An AI learning platform for schools: a classroom-safe tutor, training in good questions, a self-reported mood check-in and a digital literacy curriculum. Talk to our AI agent in your browser.',
    indexed: true,
  },
  {
    path: '/contact',
    file: 'contact/index.html',
    title: `Book a demo | ${brand.name}`,
    description:
      'Book a 30-minute call with an expert and tell us what engagement means at your school.',
    indexed: true,
  },
  notFound,
];

/** The head of the page at `path`; a trailing slash does not matter. */
export function headOf(path: string): PageHead {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return pages.find((page) => page.path === plain) ?? notFound;
}

/** The head as HTML, for prerendering. */
export function headTags({ title, description, indexed }: PageHead): string {
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ];
  if (!indexed) tags.push('<meta name="robots" content="noindex" />');
  return tags.join('\n    ');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
