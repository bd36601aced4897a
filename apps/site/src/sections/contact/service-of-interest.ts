import type { ServiceOfInterest } from '../../config/services.ts';

/** Reads `preselectedService` from a navigation's state, which may hold anything. */
export function serviceOfInterest(state: unknown): ServiceOfInterest | null {
  if (typeof state !== 'object' || state === null) return null;
  const wanted = (state as { preselectedService?: unknown }).preselectedService;
  return wanted === 'plugins' ? 'Plugins' : null;
}
