import type { AudioFrame } from './framer.ts';

/** Keeps what was taken for someone else's speech, for it may have been the caller's (TURN-40). */
export interface MissedSpeech {
  add(frame: AudioFrame, kind: 'caller' | 'other' | 'silence'): void;
  /**
   * All of it, once, when the speaker has gone quiet as if waiting for an answer; empty: nothing.
   *
   * @param now whether the caller is known, who then has to say it twice; `mayBeCaller`: false drops it
   */
  take(now: { readonly isKnown: boolean; readonly mayBeCaller: boolean }): readonly AudioFrame[];
}

/** Speech at least so long, ms. */
const LEAST = 300;
/** Silence at least so long, ms. */
const WAIT = 2_000;
/** Steps of 32 ms that are kept: 12 s. */
const KEPT = 375;
/** Steps before the speech. */
const PREROLL = 10;
const STEP = 32;

export function createMissedSpeech(): MissedSpeech {
  let frames: AudioFrame[] = [];
  let voiced = 0;
  let silent = 0;
  let times = 0;

  function reset() {
    frames = [];
    voiced = 0;
    silent = 0;
  }

  return {
    add(frame, kind) {
      if (kind === 'caller') {
        times = 0;
        return reset();
      }
      frames = [...frames.slice(-(voiced === 0 ? PREROLL : KEPT)), frame];
      silent = kind === 'other' ? 0 : silent + 1;
      if (kind === 'other') voiced += 1;
    },
    take({ isKnown, mayBeCaller }) {
      if (voiced === 0 || silent * STEP < WAIT) return [];
      const isLong = voiced * STEP >= LEAST;
      const kept = frames;
      reset();
      if (!isLong || !mayBeCaller) return [];
      times += 1;
      return isKnown && times < 2 ? [] : kept;
    },
  };
}
