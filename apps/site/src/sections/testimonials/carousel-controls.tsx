import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useMedia } from '../../ui/motion/use-media.ts';
import { dotLabel, dotOf, dotStarts, WIDE_BOOK } from './carousel-stops.ts';
import type { Carousel } from './use-carousel.ts';

interface CarouselControlsProps {
  readonly carousel: Carousel;
  readonly count: number;
  readonly perView: 1 | 2;
}

/** Pause or play first, then back, the dots, and on. */
export function CarouselControls({ carousel, count, perView }: CarouselControlsProps) {
  const { playing, press, shown } = carousel;
  // A phone shows one quote at a time.
  const inView = useMedia(WIDE_BOOK, true) ? perView : 1;
  const first = shown?.[0] ?? 0;
  const near = dotOf(first, perView);
  return (
    <div className={`carousel-controls ${carousel.stage === 'failed' ? 'invisible' : ''}`}>
      <button
        type="button"
        data-replay
        className="carousel-rotation"
        aria-label={playing ? 'Pause the quotes' : 'Play the quotes'}
        onClick={carousel.togglePlaying}
      >
        {playing ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        <span className="carousel-word">{playing ? 'Pause' : 'Play'}</span>
      </button>
      <div className="carousel-steps">
        <button
          type="button"
          data-replay
          className="carousel-step"
          aria-label="Previous testimonials"
          onClick={() => press((live) => live.previous())}
        >
          <ChevronLeft size={22} aria-hidden="true" />
        </button>
        {dotStarts(count, perView).map((start, dot) => (
          <button
            key={start}
            type="button"
            data-replay
            className="carousel-dot"
            aria-label={dotLabel(start, inView, count)}
            // Between two dots, as for a phone's second quote, none is current.
            aria-current={start === first}
            data-near={dot === near}
            onClick={() => press((live) => live.show(start))}
          />
        ))}
        <button
          type="button"
          data-replay
          className="carousel-step"
          aria-label="Next testimonials"
          onClick={() => press((live) => live.next())}
        >
          <ChevronRight size={22} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
