import { useMedia } from './use-media.ts';

/** Whether the visitor prefers reduced motion, updated while the page is open. False while prerendering. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)', false);
}
