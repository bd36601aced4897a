import { CAROUSEL_AUTOPLAY } from '@kindling/protocol/constants';
import EmblaCarousel from 'embla-carousel';
import Autoplay from 'embla-carousel-autoplay';
import { slidesFrom, WIDE_BOOK } from './carousel-stops.ts';

export interface LiveCarouselOptions {
  /** Slides that a wide window shows, and moves, at a time. */
  readonly perView: 1 | 2;
  /** Called with the slides in view, in order: once at the start and whenever they change. */
  readonly onShown: (slides: readonly number[]) => void;
}

export interface LiveCarousel {
  /** Brings a slide to the front, by the shorter way round. */
  show(slide: number): void;
  next(): void;
  previous(): void;
  /** Every start of the rotation begins with the full delay. */
  setRotating(rotating: boolean): void;
  /** Without motion, slides are exchanged instead of moved. */
  setStill(still: boolean): void;
  destroy(): void;
}

/** Turns a scrollable row of slides into a carousel. Not part of the first load. */
export function createLiveCarousel(
  viewport: HTMLElement,
  { perView, onShown }: LiveCarouselOptions,
): LiveCarousel {
  let rotating = false;
  let still = false;
  const scrolledTo = Math.round(viewport.scrollLeft / slideWidth(viewport));
  viewport.scrollLeft = 0;
  // Hover and focus include the controls, so the plugin does not watch them.
  const autoplay = Autoplay({
    delay: CAROUSEL_AUTOPLAY,
    playOnInit: false,
    stopOnInteraction: false,
    stopOnMouseEnter: false,
    stopOnFocusIn: false,
  });
  const embla = EmblaCarousel(
    viewport,
    {
      loop: true,
      align: 'start',
      slidesToScroll: 1,
      breakpoints: perView === 2 ? { [WIDE_BOOK]: { slidesToScroll: 2 } } : {},
      // A mouse selects text here, and has buttons.
      watchDrag: (_, event) => event.type.startsWith('touch'),
      watchFocus: false,
    },
    [autoplay],
  );

  const snapOf = (slide: number): number => {
    const groups = embla.internalEngine().slideRegistry;
    return Math.max(
      0,
      groups.findIndex((group) => group.includes(slide)),
    );
  };
  const report = () => {
    const first = embla.internalEngine().slideRegistry[embla.selectedScrollSnap()]?.[0] ?? 0;
    const inView = Math.max(1, Math.round(viewport.offsetWidth / slideWidth(viewport)));
    onShown(slidesFrom(first, inView, embla.slideNodes().length));
  };
  const rotate = () => {
    if (rotating) autoplay.play(still);
    else autoplay.stop();
  };
  const restartIfRotating = () => {
    if (rotating) autoplay.play(still);
  };

  // The plugin restarts itself after a swipe, but not after a resize.
  const afterSwipe = () => {
    if (still) embla.scrollTo(embla.selectedScrollSnap(), true);
    rotate();
  };
  document.addEventListener('visibilitychange', rotate);
  embla.on('select', report);
  embla.on('pointerUp', afterSwipe);
  embla.on('reInit', () => {
    report();
    rotate();
  });
  embla.scrollTo(snapOf(scrolledTo), true);
  report();

  return {
    show(slide) {
      embla.scrollTo(snapOf(slide), still);
      restartIfRotating();
    },
    next() {
      embla.scrollNext(still);
      restartIfRotating();
    },
    previous() {
      embla.scrollPrev(still);
      restartIfRotating();
    },
    setRotating(wanted) {
      rotating = wanted;
      rotate();
    },
    setStill(wanted) {
      still = wanted;
      if (still) embla.scrollTo(embla.selectedScrollSnap(), true);
      restartIfRotating();
    },
    destroy() {
      document.removeEventListener('visibilitychange', rotate);
      embla.destroy();
    },
  };
}

function slideWidth(viewport: HTMLElement): number {
  const slide = viewport.firstElementChild?.firstElementChild;
  return (slide instanceof HTMLElement && slide.offsetWidth) || 1;
}
