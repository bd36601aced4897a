import type { MouseEvent } from 'react';
import { scrollToSection } from '../scroll/scroll-to-section.ts';

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
  function follow(event: MouseEvent, section: string) {
    onFollow?.();
    if (scrollToSection(section)) event.preventDefault();
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
