import { type Clock, createSystemClock } from '../core/clock.ts';
import { type ImportEngine, importEngine } from '../engine/load-engine.ts';

/** What a call object needs from the browser; tests pass fakes. */
export interface Dependencies {
  readonly clock: Clock;
  readonly importEngine: ImportEngine;
  mediaDevices(): MediaDevices | undefined;
  /** Calls back when the page is unloaded or enters the back/forward cache. */
  onPageHide(listener: () => void): () => void;
}

/** The browser. Nothing is touched before it is used: importing works on a server. */
export function browserDependencies(): Dependencies {
  return {
    clock: createSystemClock(),
    importEngine,
    mediaDevices: () => (typeof navigator === 'undefined' ? undefined : navigator.mediaDevices),
    onPageHide(listener) {
      if (typeof addEventListener !== 'function') return () => {};
      addEventListener('pagehide', listener);
      return () => removeEventListener('pagehide', listener);
    },
  };
}
