import { importEngine } from './engine/load-engine.ts';

/**
 * Fetches the code of a call that hears levels and cancels noise, ahead of it. Asks for no
 * device and reaches no server but the page's own. Rejects when a chunk cannot be had.
 */
export const preloadVoiceCall = (): Promise<unknown> =>
  Promise.all([
    importEngine(),
    import('./media/levels/audio-levels.ts'),
    import('./media/processors/noise-cancellation.ts'),
  ]);
