import { type RefObject, useEffect, useState } from 'react';
import type { ServiceOfInterest } from '../../config/services.ts';
import { openWidget } from './open-widget.ts';
import { utmOf } from './utm-of.ts';

export type SchedulerStage = 'loading' | 'ready' | 'failed';

export interface Scheduler {
  readonly stage: SchedulerStage;
  /** A time was booked in the frame. */
  readonly isBooked: boolean;
  /** Height that the booking page asks for, CSS pixels; 0 until it asks. */
  readonly pageHeight: number;
  tryAgain(): void;
}

const TALLEST = 4_000;

/** Opens the widget in `box` on entering the page, anew for each attempt, and takes it out on leaving. */
export function useScheduler(
  box: RefObject<HTMLElement | null>,
  service: ServiceOfInterest | null,
): Scheduler {
  const [stage, setStage] = useState<SchedulerStage>('loading');
  const [attempt, setAttempt] = useState(0);
  const [isBooked, setIsBooked] = useState(false);
  const [pageHeight, setPageHeight] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the widget again
  useEffect(() => {
    if (!box.current) return;
    return openWidget(box.current, {
      prefill: service ? { customAnswers: { a1: service } } : {},
      utm: utmOf(window.location.search),
      onReady: () => setStage('ready'),
      onFailed: () => setStage('failed'),
      onMessage: (message) => {
        if (message.event === 'calendly.event_scheduled') setIsBooked(true);
        if (message.event === 'calendly.page_height') {
          setPageHeight(Math.min(TALLEST, Math.ceil(Number.parseFloat(message.payload.height))));
        }
      },
    });
  }, [box, service, attempt]);

  return {
    stage,
    isBooked,
    pageHeight,
    tryAgain: () => {
      setStage('loading');
      setPageHeight(0);
      setAttempt((count) => count + 1);
    },
  };
}
