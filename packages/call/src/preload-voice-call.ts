import { importEngine } from './engine/load-engine.ts';

/**
 * Prefetches the code of a call with level meters and noise cancellation. Requests no device and
 * contacts no server but the page's own.
 *
 * @throws when a chunk cannot be loaded
 */
export const preloadVoiceCall = (): Promise<unknown> =>
  Promise.all([
    importEngine(),
    import('./media/levels/audio-levels.ts'),
    import('./media/processors/noise-cancellation.ts'),
  ]);
