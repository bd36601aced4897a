import { brand } from '@kindling/protocol/brand';
import { plainPath } from '../ui/navigation/plain-path.ts';

/** Titles by path: the only part of the heads that client-side navigation needs. */
export const pageTitles = {
  '/': `${brand.name} | ${brand.promise}`,
  '/contact': `Book a demo | ${brand.name}`,
  '/privacy': `Privacy | ${brand.name}`,
  '/terms': `Terms of use | ${brand.name}`,
  '/accessibility': `Accessibility | ${brand.name}`,
} as const satisfies Readonly<Record<string, string>>;

export type PagePath = keyof typeof pageTitles;

export const NOT_FOUND_TITLE = `Page not found | ${brand.name}`;

/** The page at `path`, a trailing slash aside; null when there is none. */
export function pageAt(path: string): PagePath | null {
  const plain = plainPath(path);
  return plain in pageTitles ? (plain as PagePath) : null;
}
