const services = { plugins: 'Plugins' } as const;

export type Service = (typeof services)[keyof typeof services];

/** Reads `preselectedService` from a navigation's state, which may hold anything. */
export function serviceOfInterest(state: unknown): Service | null {
  if (typeof state !== 'object' || state === null) return null;
  const wanted = (state as { preselectedService?: unknown }).preselectedService;
  return wanted === 'plugins' ? services.plugins : null;
}
