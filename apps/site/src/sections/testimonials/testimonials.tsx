import { useRef } from 'react';
import { CarouselControls } from './carousel-controls.tsx';
import { Quote } from './quote.tsx';
import { testimonials } from './testimonial-list.ts';
import { useCarousel } from './use-carousel.ts';

interface TestimonialsProps {
  /** Pages that are visible, and turned, at a time; a phone shows one. */
  readonly perView: 1 | 2;
}

/** What families and schools say: a carousel that turns by itself unless someone is reading. */
export function Testimonials({ perView }: TestimonialsProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(viewport, perView);
  const { stage, shown } = carousel;
  const count = testimonials.length;
  return (
    <section
      id="testimonials"
      aria-labelledby="testimonials-title"
      aria-roledescription="carousel"
      className={`shell testimonials testimonials-${perView} py-20 lg:py-28`}
    >
      <div className="testimonials-head">
        <h2 id="testimonials-title" className="h-large">
          Heard at the kitchen table
        </h2>
        <p className="text-bark">Sample quotes, written for this site.</p>
      </div>
      <div className="carousel" {...carousel.attention}>
        <CarouselControls carousel={carousel} count={count} perView={perView} />
        <div className="book">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's controls, not quotes */}
          <div
            ref={viewport}
            role="group"
            aria-label="Quotes"
            tabIndex={stage === 'live' ? -1 : 0}
            className="book-window"
            data-stage={stage}
          >
            <div
              className="book-pages"
              aria-live={stage === 'live' && !carousel.rotating ? 'polite' : 'off'}
            >
              {testimonials.map((testimonial, index) => (
                // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
                <div
                  key={testimonial.name}
                  role="group"
                  aria-roledescription="slide"
                  aria-label={`${index + 1} of ${count}`}
                  className="book-page"
                  inert={shown !== null && !shown.includes(index)}
                >
                  <Quote {...testimonial} folio={index + 1} />
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
