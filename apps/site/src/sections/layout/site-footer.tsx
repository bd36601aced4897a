import { brand } from '@kindling/protocol/brand';
import { Mail, MapPin, Phone } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ourServices } from '../../config/services.ts';
import { SubscribeForm } from '../../features/leads/subscribe-form.tsx';
import { Logo } from '../../ui/logo.tsx';
import { scrollToTop } from '../../ui/navigation/scroll-to-section.ts';
import { CopyrightLine } from './copyright-line.tsx';
import { SocialLinks } from './social-links.tsx';

const columns = [
  { title: 'Features', items: ['AI Tutor', 'Prompt Hero', 'Mood Tracker', 'Plugins'] },
  { title: 'Our Applications', items: ['ELA', 'Math', 'Science', 'Coding'] },
  { title: 'Our Services', items: ourServices },
] as const;

/** A link, so that it works before the scripts do, and without them. */
function goToTop(event: MouseEvent) {
  event.preventDefault();
  scrollToTop();
}

export function SiteFooter() {
  return (
    <footer className="dark-ground bg-soot text-on-soot">
      <div className="shell grid gap-x-12 gap-y-14 py-16 md:grid-cols-2 lg:grid-cols-[1.1fr_1.9fr] lg:py-20">
        <div>
          {/* biome-ignore lint/a11y/useValidAnchor: it is a link, whose script only makes the way smooth */}
          <a
            href="#top"
            data-replay
            onClick={goToTop}
            aria-label={`${brand.name}, back to top`}
            className="inline-block"
          >
            <Logo />
          </a>
          <address className="wrap-anywhere mt-8 grid gap-4 not-italic">
            <a className="flex items-center gap-3.5 py-0.5 hover:underline" href={brand.phoneHref}>
              <Phone size={20} className="text-glow" aria-hidden="true" />
              <span className="sr-only">Call </span>
              {brand.phone}
            </a>
            <a
              className="flex items-center gap-3.5 py-0.5 hover:underline"
              href={`mailto:${brand.email}`}
            >
              <Mail size={20} className="text-glow" aria-hidden="true" />
              <span className="sr-only">Email </span>
              {brand.email}
            </a>
            <span className="flex items-center gap-3.5">
              <MapPin size={20} className="text-glow" aria-hidden="true" />
              <span className="sr-only">Location </span>
              {brand.location}
            </span>
          </address>
        </div>
        <div className="md:row-span-1 lg:row-span-1">
          <SubscribeForm />
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-10 border-t border-on-soot/25 pt-10 sm:grid-cols-3 md:col-span-2">
          {columns.map(({ title, items }) => (
            <section key={title} aria-label={title}>
              <h2 className="font-display text-xl">{title}</h2>
              <ul className="mt-4 grid gap-2 text-ash">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-6 border-t border-on-soot/25 pt-8 md:col-span-2">
          <CopyrightLine />
          <SocialLinks />
        </div>
      </div>
    </footer>
  );
}
