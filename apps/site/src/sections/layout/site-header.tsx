import { Menu, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useDismiss } from '../../ui/dialog/use-dismiss.ts';
import { Logo } from '../../ui/logo.tsx';
import { NavLinks } from './nav-links.tsx';

/**
 * The navigation bar of the home page. The logo is a plain link: it goes to / and loads it anew.
 * The menu lies over the page, so that opening and closing it moves nothing; without scripts it stands open.
 */
export function SiteHeader() {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useDismiss(open, header, (reason) => {
    setOpen(false);
    if (reason === 'escape') toggle.current?.focus();
  });
  const Icon = open ? X : Menu;
  return (
    <header
      ref={header}
      className="sticky top-0 z-40 border-b border-rule bg-paper max-lg:noscript:static"
    >
      <nav aria-label="Main" className="shell flex min-h-[4.5rem] flex-wrap items-center gap-x-8">
        <a href="/" aria-label="Kindling, home" className="mr-auto py-2">
          <Logo />
        </a>
        <NavLinks
          className="hidden flex-wrap items-center gap-x-7 lg:flex"
          linkClassName="nav-link inline-block"
        />
        <button type="button" className="button button-line min-h-11 px-5 py-2 max-lg:hidden">
          Login
        </button>
        <button
          ref={toggle}
          type="button"
          data-replay
          className="noscript:hidden grid size-12 place-items-center rounded-xl border-2 border-current lg:hidden"
          aria-expanded={open}
          aria-controls={menuId}
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpen(!open)}
        >
          <Icon size={24} aria-hidden="true" />
        </button>
      </nav>
      <div id={menuId} className={`menu lg:hidden ${open ? '' : 'hidden max-lg:noscript:block'}`}>
        <div className="shell grid max-h-[calc(100svh-4.5rem)] gap-4 overflow-y-auto py-5">
          <NavLinks
            className="grid divide-y divide-rule"
            linkClassName="block py-3.5 font-display text-2xl"
            onFollow={() => setOpen(false)}
          />
          <button type="button" className="button button-line">
            Login
          </button>
        </div>
      </div>
    </header>
  );
}
