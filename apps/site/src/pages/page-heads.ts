import { NOT_FOUND_TITLE, type PagePath, pageTitles } from './page-titles.ts';

export interface PageHead {
  readonly path: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly indexed: boolean;
}

const descriptions: Readonly<Record<PagePath, string>> = {
  '/': 'An AI learning platform for schools: a classroom-safe tutor, practice in asking, a self-reported mood check-in. Talk to our AI agent in your browser.',
  '/contact':
    'Book a 30-minute call with an expert and tell us what engagement means at your school.',
  '/privacy':
    'What this site and its voice call process, where, for how long, and who can see it: no cookies, no analytics.',
  '/terms':
    'Who runs this site, what the AI agent can and cannot promise, and what we ask of you when you talk to it or book a demo.',
  '/accessibility':
    'The accessibility standard this site is built to, how it was tested, what is known to fall short, and how to tell us about a barrier.',
};

const indexedPages = (Object.keys(descriptions) as PagePath[]).map((path) => ({
  path,
  file: `${path.slice(1)}${path === '/' ? '' : '/'}index.html`,
  title: pageTitles[path],
  description: descriptions[path],
  indexed: true,
}));

/** Every page that is prerendered, with what its head says. */
export const pages: readonly PageHead[] = [
  ...indexedPages,
  {
    path: '/404',
    file: '404.html',
    title: NOT_FOUND_TITLE,
    description: 'This page does not exist.',
    indexed: false,
  },
];
