import type { AudioFrame } from './framer.ts';
import { createMissedSpeech } from './missed-speech.ts';

/**
 * Tells the caller, who is near the microphone, from someone else in the room: a television, people at the next table.
 * By how loud the speech is, beside this caller's own once it is known, and by whether it was there before the assistant
 * began. See SPEC.md, TURN-38 to TURN-40.
 */
export interface CallerLevel {
  /** Whether a step that sounds like speech is someone else's. Call with every step, in order. */
  isElsewhere(frame: AudioFrame, probability: number): boolean;
  /** Speech taken for someone else's although the speaker now waits for an answer; empty: none. */
  takeMissed(): readonly AudioFrame[];
  /** What was heard since the last turn was a turn of the caller. */
  learn(): void;
  /** It was none. */
  forget(): void;
}

export interface CallerLevelOptions {
  /** The assistant says something, or is about to. */
  readonly assistantSpeaks: () => boolean;
  readonly now: () => number;
}

/** Speech in a step, by its probability. */
const SPEECH = 0.5;
/** The loudest of the last so many steps says how loud the speech is: 320 ms. */
const WINDOW = 10;
/** Who speaks into a microphone is louder than that, decibels of full scale (TURN-38). */
const NEAR = -44;
/** So much quieter than the caller is someone else, and so much more once it was the caller, decibels (TURN-38). */
const QUIETER = 12;
const HYSTERESIS = 2;
/** Who speaks so soon after the assistant began was there before, ms; who is so much louder was not (TURN-39). */
const AT_ONCE = 500;
const LOUDER = 8;
const STAYS_LOUDER = 3;
/** A caller who is known is louder than half of the way between, and no more than so much below the usual, decibels. */
const LEAST_QUIETER = 4;
/** After so many steps, a second, it is known how loud a background is; later a louder step says so much about it. */
const SETTLED = 31;
const LEARNING = 0.02;
/** Speech within so long of the caller's is the caller's, ms. */
const SAME_SPEECH = 320;
/** After so much silence it is over, ms. */
const OVER = 2_000;
/** How far the caller's level follows a turn that was louder, and one that was quieter. */
const RISE = 0.7;
const FALL = 0.3;

const decibels = (power: number) => 10 * Math.log10(power + 1e-12);

function powerOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / samples.length;
}

/** Of the louder half: pauses and consonants say nothing about a voice. */
function loudnessOf(levels: readonly number[]): number {
  const louder = levels.toSorted((a, b) => b - a).slice(0, Math.ceil(levels.length / 2));
  return louder.reduce((sum, level) => sum + level, 0) / louder.length;
}

/** Someone else who speaks, and goes on. */
function createBackground() {
  let voice: { level: number; steps: number; lastAt: number } | null = null;
  return {
    /** How loud, decibels of full scale; null: nobody, or not known yet. */
    levelAt(endAt: number): number | null {
      if (voice !== null && endAt - voice.lastAt >= OVER) voice = null;
      return voice === null ? null : voice.level;
    },
    get isKnown() {
      return voice !== null && voice.steps >= SETTLED;
    },
    /** It was this one who spoke. */
    add(level: number, endAt: number) {
      voice ??= { level, steps: 0, lastAt: endAt };
      voice.lastAt = endAt;
      voice.steps += 1;
      if (voice.steps < SETTLED) voice.level = Math.max(voice.level, level);
      else if (level > voice.level) voice.level += LEARNING * (level - voice.level);
    },
    /** It was the caller, over whom it is not heard. */
    keep(endAt: number) {
      if (voice !== null) voice.lastAt = endAt;
    },
  };
}

export function createCallerLevel(options: CallerLevelOptions): CallerLevel {
  const background = createBackground();
  const missed = createMissedSpeech();
  let recent: number[] = [];
  let ofTurn: number[] = [];
  /** Decibels of full scale; null: the caller was not heard yet. */
  let usual: number | null = null;
  let speaksSince: number | null = null;
  let callerAt = Number.NEGATIVE_INFINITY;
  /** Steps of missed speech that are heard again. */
  let again = 0;

  /** The least level of the caller, beside a background voice of that level. */
  function leastOf(background: number | null, isCaller: boolean): number {
    const slack = isCaller ? HYSTERESIS : 0;
    if (usual !== null) {
      const between = background === null ? usual - QUIETER : (usual + background) / 2;
      return Math.max(usual - QUIETER, Math.min(between, usual - LEAST_QUIETER)) - slack;
    }
    return background === null ? NEAR - slack : background + (isCaller ? STAYS_LOUDER : LOUDER);
  }

  function isNear(level: number, endAt: number): boolean {
    const isCaller = endAt - callerAt < SAME_SPEECH;
    const other = background.levelAt(endAt);
    const isNew = speaksSince !== null && endAt - speaksSince < AT_ONCE && !isCaller;
    const isBackground = usual === null && other === null && isNew;
    const known = usual === null || background.isKnown ? other : null;
    const near = !isBackground && level >= leastOf(known, isCaller);
    if (near) background.keep(endAt);
    else if (usual !== null || other !== null || isBackground) background.add(level, endAt);
    return near;
  }

  return {
    isElsewhere(frame, probability) {
      recent = [...recent.slice(1 - WINDOW), powerOf(frame.samples)];
      const level = decibels(Math.max(...recent));
      speaksSince = options.assistantSpeaks() ? (speaksSince ?? options.now()) : null;
      const isSpeech = probability >= SPEECH;
      if (again > 0) {
        again -= 1;
        if (isSpeech) ofTurn.push(level);
        return false;
      }
      const near = isSpeech && isNear(level, frame.endAt);
      if (near) {
        callerAt = frame.endAt;
        ofTurn.push(level);
      }
      missed.add(frame, !isSpeech ? 'silence' : near ? 'caller' : 'other');
      return isSpeech && !near;
    },
    takeMissed() {
      const isKnown = usual !== null;
      const frames = missed.take({ isKnown, mayBeCaller: !isKnown || speaksSince === null });
      again = frames.length;
      return frames;
    },
    learn() {
      if (ofTurn.length > 0) {
        const level = loudnessOf(ofTurn);
        usual ??= level;
        usual += (level > usual ? RISE : FALL) * (level - usual);
      }
      ofTurn = [];
    },
    forget() {
      ofTurn = [];
    },
  };
}
