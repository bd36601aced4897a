import { brand } from '@kindling/protocol/brand';
import { PageLink } from '../../ui/navigation/page-link.tsx';

const legal = [
  { words: 'Privacy', href: '/privacy' },
  { words: 'Terms', href: '/terms' },
  { words: 'Accessibility', href: '/accessibility' },
] as const;

/** Whose site it is, and the pages that the law and good manners ask for. */
export function CopyrightLine() {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-ash">
      <span className="py-1 max-sm:basis-full">
        © {brand.since} {brand.name}. All rights reserved.
      </span>
      {legal.map(({ words, href }) => (
        <PageLink key={href} to={href} className="link py-1">
          {words}
        </PageLink>
      ))}
    </p>
  );
}
