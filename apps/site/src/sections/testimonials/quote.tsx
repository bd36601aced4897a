import type { Testimonial } from './testimonial-list.ts';

interface QuoteProps extends Testimonial {
  /** The page's number, from 1. */
  readonly folio: number;
}

/** One page: a quote that opens with a large initial, who said it, and the page's number. */
export function Quote({ initials, name, role, organisation, quote, folio }: QuoteProps) {
  return (
    <figure className="page-leaf">
      <blockquote>
        {/* One text, so that mark and initial are set large together. */}
        <p className="page-quote">{`“${quote}”`}</p>
      </blockquote>
      <figcaption className="flex items-center gap-4">
        <span
          className="grid size-12 flex-none place-items-center rounded-full bg-amber font-display text-on-amber"
          aria-hidden="true"
        >
          {initials}
        </span>
        <span className="min-w-0 flex-1 leading-snug">
          <span className="block font-semibold">{name}</span>
          <span className="text-bark">
            {role}
            {organisation ? `, ${organisation}` : ''}
          </span>
        </span>
        <span className="page-folio" data-folio={folio} />
      </figcaption>
    </figure>
  );
}
