import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../ui/motion/use-reduced-motion.ts';
import type { LiveCarousel } from './live-carousel.ts';
import { useAttention } from './use-attention.ts';

type Stage = 'row' | 'live' | 'failed';
/** `auto`: follows the visitor's motion setting. */
type Wish = 'auto' | 'play' | 'pause';

export interface Carousel {
  /** A row that is scrolled by hand, until the carousel's code is loaded. */
  readonly stage: Stage;
  /** Slides in view, in order; null while all of them can be read. */
  readonly shown: readonly number[] | null;
  /** It turns by itself, as far as the visitor allows it. */
  readonly playing: boolean;
  /** It is turning: no pointer is over it and no focus is inside. */
  readonly rotating: boolean;
  togglePlaying(): void;
  press(action: (live: LiveCarousel) => void): void;
  /** For the element around slides and controls. */
  readonly attention: ReturnType<typeof useAttention>['handlers'];
}

/** State of one carousel: loads its code when it comes near the viewport, and decides when it turns. */
export function useCarousel(viewport: RefObject<HTMLElement | null>, perView: 1 | 2): Carousel {
  const [stage, setStage] = useState<Stage>('row');
  const [shown, setShown] = useState<readonly number[] | null>(null);
  const [wish, setWish] = useState<Wish>('auto');
  const reduced = useReducedMotion();
  const attended = useAttention();
  const live = useRef<LiveCarousel | null>(null);
  const bringing = useRef<Promise<LiveCarousel | null> | null>(null);

  // A request to play ends when the visitor asks for less motion.
  const [wasReduced, setWasReduced] = useState(reduced);
  if (reduced !== wasReduced) {
    setWasReduced(reduced);
    if (reduced && wish === 'play') setWish('auto');
  }
  const playing = wish === 'play' || (wish === 'auto' && !reduced);
  const rotating = stage === 'live' && playing && !attended.isAttended;

  const bring = useCallback((): Promise<LiveCarousel | null> => {
    if (bringing.current) return bringing.current;
    const arriving: Promise<LiveCarousel | null> = import('./live-carousel.ts').then(
      ({ createLiveCarousel }) => {
        // The page may have been left meanwhile.
        if (!viewport.current || bringing.current !== arriving) return null;
        live.current = createLiveCarousel(viewport.current, { perView, onShown: setShown });
        setStage('live');
        return live.current;
      },
      (error: unknown) => {
        console.error('The carousel stays a row to scroll', error);
        setStage('failed');
        return null;
      },
    );
    bringing.current = arriving;
    return arriving;
  }, [viewport, perView]);

  useEffect(() => {
    if (viewport.current) return whenNear(viewport.current, bring);
  }, [viewport, bring]);
  useEffect(
    () => () => {
      live.current?.destroy();
      live.current = null;
      bringing.current = null;
    },
    [],
  );
  useEffect(() => {
    if (stage === 'live') live.current?.setStill(reduced);
  }, [stage, reduced]);
  useEffect(() => {
    live.current?.setRotating(rotating);
  }, [rotating]);

  return {
    stage,
    shown,
    playing,
    rotating,
    togglePlaying: () => setWish(playing ? 'pause' : 'play'),
    press: (action) => {
      void bring().then((ready) => ready && action(ready));
    },
    attention: attended.handlers,
  };
}

/** Runs once, when the element is less than a window away or gets focus. */
function whenNear(element: HTMLElement, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: '60% 0px' },
  );
  observer.observe(element);
  const around = element.closest('section') ?? element;
  around.addEventListener('focusin', run, { once: true });
  return () => {
    observer.disconnect();
    around.removeEventListener('focusin', run);
  };
}
