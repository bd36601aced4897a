import { useMedia } from './use-media.ts';

/** What the visitor asks for, also when it changes while the page is open. False while prerendering. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)', false);
}
