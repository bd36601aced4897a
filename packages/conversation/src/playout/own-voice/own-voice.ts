import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { createLevelHistory, SILENT } from './level-history.ts';
import { compareLevels, type LevelPattern, toPattern } from './level-pattern.ts';

/**
 * Tells the assistant's own voice, back from a loudspeaker, from someone who speaks. What comes back is as loud, from
 * moment to moment, as what was played a while before, however much quieter: that holds through codecs and jitter, and
 * needs no knowledge of the way between. See SPEC.md, TURN-37.
 */
export interface OwnVoice {
  /** @param pcm mono samples in [-1, 1] that were played, the last of them at `endAt` */
  played(pcm: ArrayLike<number>, endAt: number, sampleRate: number, gain: number): void;
  /** Whether the microphone heard nothing but the assistant. Call with every step of it, in order. */
  isEcho(step: { readonly samples: Float32Array; readonly endAt: number }): boolean;
}

/** Steps of 16 ms that are compared: somewhat less than a second. */
const WINDOW = 56;
/** The longest way from here to the loudspeaker and back, steps: 640 ms. */
const MAX_DELAY = 40;
/** Correlation of the levels from which it is the same sound. */
const SAME = 0.82;
/** Steps of sound that cannot be alike by chance: 400 ms. */
const MIN_SOUNDING = 25;
/** Steps by which the way there and back may change. */
const DRIFT = 3;
/** So much quieter than what is played there is no way back, decibels. */
const NO_WAY_BACK = 36;

/** Levels less far below the loudest are sound, decibels. */
const QUIETER = 20;

export function createOwnVoice(): OwnVoice {
  const microphone = createLevelHistory();
  const output = createLevelHistory();
  /** Steps of the way there and back; `none`: it does not come back. */
  let way: number | 'unknown' | 'none' = 'unknown';

  /** Steps by which the sound is later than what was played; null: it is another sound. */
  function delayOf(heard: LevelPattern, played: readonly number[]): number | null {
    let best = SAME;
    let found: number | null = null;
    for (let delay = 0; delay <= MAX_DELAY; delay += 1) {
      const from = MAX_DELAY - delay;
      const sound = toPattern(played.slice(from, from + WINDOW));
      if (sound === null || sound.loudest <= heard.loudest) continue;
      const alike = compareLevels(heard, sound);
      if (alike < best) continue;
      best = alike;
      found = delay;
    }
    return found;
  }

  return {
    played: (pcm, endAt, sampleRate, gain) => output.add(pcm, endAt, sampleRate, gain),
    isEcho({ samples, endAt }) {
      microphone.add(samples, endAt, CONVERSATION_SAMPLE_RATE);
      const played = output.before(endAt, WINDOW + MAX_DELAY);
      const loudest = Math.max(...played);
      if (loudest <= SILENT) return false;
      const levels = microphone.before(endAt, WINDOW);
      if (Math.max(...levels) < loudest - NO_WAY_BACK) {
        // Long enough for the first of it to have come back.
        const sounding = played.slice(0, WINDOW).filter((level) => level > loudest - QUIETER);
        if (sounding.length >= MIN_SOUNDING) way = 'none';
        return false;
      }
      const heard = toPattern(levels);
      const delay = heard === null ? null : delayOf(heard, played);
      if (heard === null || delay === null) return false;
      if (heard.sounding >= MIN_SOUNDING) {
        way = delay;
        return true;
      }
      return way === 'unknown' || (way !== 'none' && Math.abs(delay - way) <= DRIFT);
    },
  };
}
