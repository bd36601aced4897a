import type { TurnPlan } from '../recognition/turn-plan.ts';
import type { CallScope } from '../scope/call-scope.ts';
import { isPlainBackchannel, judgeInterruption } from './backchannel.ts';
import { createSpeechProbe } from './speech-probe.ts';

/** The assistant's side of an interruption. */
export interface Floor {
  /** Something is being said, or is about to be. */
  readonly busy: boolean;
  /** Something is being said, or is about to be, and may be interrupted. */
  readonly interruptible: boolean;
  /** Some of what is being said has been heard. */
  readonly audible: boolean;
  /** Audio left when nothing more is coming, ms; infinite while more may come. */
  readonly remaining: number;
  duck(): void;
  pause(): void;
  release(): void;
  cut(): void;
}

export interface BargeInOptions {
  readonly scope: CallScope;
  readonly floor: Floor;
  /** Words it takes to stop the current assistant; 0: voice alone. */
  readonly interruptionWords: () => number;
  /** The current assistant's. */
  readonly plan: () => TurnPlan | undefined;
  /** The speech may go on with the turn that is being answered (TURN-36). */
  readonly goesOn: () => boolean;
  /** Transcribes the speech so far. */
  readonly probe: (signal: AbortSignal) => Promise<string>;
  /** The recogniser's machine has much to do. */
  readonly isBusy: () => boolean;
}

/** The caller's speech over the assistant's: ducks, pauses, then cuts or resumes. See SPEC.md, TURN-20 to TURN-29. */
export interface BargeIn {
  /** Call after every frame of speech; `speech` is its length without a pause, ms. */
  handleSpeech(speech: number): void;
  /** Judges the words at a pause; `drop`: they are no turn. */
  handlePauseText(text: string): 'keep' | 'drop';
  /** The caller's turn ended or was discarded. */
  handleTurnClosed(): void;
  close(): void;
}

/** Speech this long is more than a backchannel: it pauses the assistant, whatever the words, ms (TURN-21). */
const PAUSE_THRESHOLD = 650;
/** Of a word this much tells how it begins, ms (TURN-22). */
const GLANCE = 300;
/** Speech no longer than that may be a backchannel that was misheard, ms (TURN-22). */
const BRIEF = 900;
/** Speech this long cuts it where no words are needed, ms (TURN-25). */
const VOICE_ALONE_THRESHOLD = 192;
/** Sound this long without words lets it go on, ms (TURN-24). */
const DISMISS_TIMEOUT = 2_600;
/** The end of what is to be said, over which a backchannel is an answer, ms (TURN-28). */
const TAIL = 1_000;

/** How far the assistant has given way to the speech over it; `dismissed`: not at all, that was noise. */
function createYielding(floor: Floor) {
  let state: 'off' | 'ducked' | 'paused' | 'dismissed' = 'off';
  return {
    get state() {
      return state;
    },
    get hasYielded() {
      return state === 'ducked' || state === 'paused';
    },
    duck() {
      state = 'ducked';
      floor.duck();
    },
    pause() {
      if (state !== 'ducked') return;
      state = 'paused';
      floor.pause();
    },
    goOn() {
      if (state !== 'paused') return;
      state = 'ducked';
      floor.release();
      floor.duck();
    },
    cut() {
      state = 'off';
      floor.cut();
    },
    dismiss() {
      state = 'dismissed';
      floor.release();
    },
    release() {
      state = 'off';
      floor.release();
    },
    end() {
      if (this.hasYielded) floor.release();
      state = 'off';
    },
  };
}

export function createBargeIn(options: BargeInOptions): BargeIn {
  const { floor, scope } = options;
  const yielding = createYielding(floor);
  let tail = false;
  let heard = 0;
  let begunAsOne = false;
  /** The last glance heard one. */
  let looksLikeOne = false;
  const probe = createSpeechProbe(options, (text, speech) => {
    const verdict = judge(text, speech);
    looksLikeOne = verdict === 'backchannel';
    if (looksLikeOne && speech >= GLANCE) begunAsOne = true;
    if (verdict === 'words' && speech >= PAUSE_THRESHOLD) cut();
    else if (verdict === 'words') yielding.pause();
    // What a glance took for words of substance was the beginning of a backchannel (TURN-21).
    else if (isPlainBackchannel(text, options.plan()) && heard < PAUSE_THRESHOLD) yielding.goOn();
  });

  function engage() {
    tail = floor.remaining <= TAIL;
    begunAsOne = false;
    looksLikeOne = false;
    probe.reset();
    yielding.duck();
  }

  function advance(speech: number) {
    heard = speech;
    if (speech >= (begunAsOne && looksLikeOne ? BRIEF : PAUSE_THRESHOLD)) yielding.pause();
    const voiceAlone = options.plan()?.voiceAlone ?? VOICE_ALONE_THRESHOLD;
    if (options.interruptionWords() === 0 && speech >= voiceAlone) cut();
    else if (speech >= DISMISS_TIMEOUT) dismiss();
    else if (yielding.state !== 'paused' || speech >= GLANCE) probe.handleSpeech(speech);
  }

  function judge(text: string, speech: number) {
    const oneIsEnough = !floor.audible || options.goesOn();
    const needed = oneIsEnough ? 1 : options.interruptionWords();
    const brief = speech <= BRIEF;
    return judgeInterruption(text, { needed, brief, begunAsOne, ...options.plan() });
  }

  function cut() {
    probe.stop();
    yielding.cut();
  }

  function dismiss() {
    probe.stop();
    yielding.dismiss();
  }

  function judgeAtPause(text: string): 'keep' | 'drop' {
    const verdict = judge(text, heard);
    if (verdict === 'words') {
      cut();
      return 'keep';
    }
    dismiss();
    return tail && verdict !== 'nothing' ? 'keep' : 'drop';
  }

  /** Sound that was taken for noise may have held words after all. */
  function judgeDismissed(text: string): 'keep' | 'drop' {
    if (judge(text, heard) !== 'words') return 'drop';
    if (floor.interruptible) cut();
    return 'keep';
  }

  return {
    handleSpeech(speech) {
      if (scope.signal.aborted) return;
      if (yielding.state === 'off' && floor.interruptible) engage();
      if (yielding.state === 'off' || yielding.state === 'dismissed') return;
      if (floor.interruptible) advance(speech);
      else release();
    },
    handlePauseText(text) {
      probe.stop();
      if (yielding.hasYielded) {
        if (floor.interruptible) return judgeAtPause(text);
        release();
      }
      if (yielding.state === 'dismissed' && !tail) return judgeDismissed(text);
      const ignorable = floor.busy && !floor.interruptible && floor.remaining > TAIL;
      return ignorable && judge(text, heard) === 'backchannel' ? 'drop' : 'keep';
    },
    handleTurnClosed() {
      probe.stop();
      yielding.end();
    },
    close: probe.stop,
  };

  /** The assistant finished by itself while it was ducked. */
  function release() {
    probe.stop();
    yielding.release();
  }
}
