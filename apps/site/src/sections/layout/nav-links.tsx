import type { MouseEvent } from 'react';
import { opensElsewhere } from '../../ui/navigation/opens-elsewhere.ts';
import { hasSection, scrollToSection } from '../../ui/navigation/scroll-to-section.ts';
import { useHashEntry } from '../../ui/navigation/use-hash-entry.ts';

const links = [
  { label: 'About us', section: 'about' },
  { label: 'Features', section: 'features-content' },
  { label: 'Testimonials', section: 'testimonials' },
  { label: 'AI Training', section: 'customization' },
  { label: 'Customization', section: 'customization' },
] as const;

interface NavLinksProps {
  readonly className: string;
  readonly linkClassName: string;
  readonly onFollow?: () => void;
}

/** The links to the sections of the home page; plain anchors where no script runs. */
export function NavLinks({ className, linkClassName, onFollow }: NavLinksProps) {
  const enterHash = useHashEntry();
  function follow(event: MouseEvent<HTMLAnchorElement>, section: string) {
    if (opensElsewhere(event)) return;
    onFollow?.();
    if (!hasSection(section)) return;
    event.preventDefault();
    enterHash(section);
    scrollToSection(section);
  }
  return (
    <ul className={className}>
      {links.map(({ label, section }) => (
        <li key={label}>
          <a
            href={`#${section}`}
            className={linkClassName}
            onClick={(event) => follow(event, section)}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
