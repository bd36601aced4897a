import type { TurnPlan } from '../recognition/turn-plan.ts';
import type { CallScope } from '../scope/call-scope.ts';
import { judgeInterruption } from './backchannel.ts';

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
  /** Of the assistant that speaks now. */
  readonly plan: () => TurnPlan | undefined;
  /** Words of the speech so far. */
  readonly probe: (signal: AbortSignal) => Promise<string>;
}

/** Speech over the assistant: ducks, pauses, then cuts or lets go on. See SPEC.md, TURN-20 to TURN-29. */
export interface BargeIn {
  /** After every step in which the person speaks; `speech`: for how long without a pause, ms. */
  handleSpeech(speech: number): void;
  /** The words at a pause; `drop` when they are no turn. */
  handlePauseText(text: string): 'keep' | 'drop';
  /** The person's turn is over, by its end or without a trace. */
  handleTurnClosed(): void;
  close(): void;
}

const PAUSE_THRESHOLD = 128;
const VOICE_ALONE_THRESHOLD = 192;
// The assistant is silent by then: a probe may wait for enough sound to be read rightly.
const PROBES = [700, 1_200, 1_800] as const;
const DISMISS_TIMEOUT = 2_600;
const TAIL = 1_000;

type State = 'off' | 'ducked' | 'paused' | 'dismissed';

export function createBargeIn(options: BargeInOptions): BargeIn {
  const { floor, scope } = options;
  let state: State = 'off';
  let tail = false;
  let probes = 0;
  let probing: AbortController | null = null;

  function engage() {
    state = 'ducked';
    tail = floor.remaining <= TAIL;
    probes = 0;
    floor.duck();
  }

  function advance(speech: number) {
    if (state === 'ducked' && speech >= PAUSE_THRESHOLD) {
      state = 'paused';
      floor.pause();
    }
    const next = PROBES[probes];
    const voiceAlone = options.plan()?.voiceAlone ?? VOICE_ALONE_THRESHOLD;
    if (options.interruptionWords() === 0 && speech >= voiceAlone) cut();
    else if (speech >= DISMISS_TIMEOUT) dismiss();
    else if (next !== undefined && speech >= next && probing === null) startProbe();
  }

  function startProbe() {
    probes += 1;
    const controller = new AbortController();
    probing = controller;
    options.probe(controller.signal).then(
      (text) => {
        if (probing !== controller) return;
        probing = null;
        if (judge(text) === 'words') cut();
      },
      // The pause transcribes again; a failed probe decides nothing.
      () => {
        if (probing === controller) probing = null;
      },
    );
  }

  function judge(text: string) {
    return judgeInterruption(text, floor.audible ? options.interruptionWords() : 1, options.plan());
  }

  function stopProbe() {
    probing?.abort();
    probing = null;
  }

  function cut() {
    stopProbe();
    state = 'off';
    floor.cut();
  }

  function dismiss() {
    stopProbe();
    state = 'dismissed';
    floor.release();
  }

  function judgeAtPause(text: string): 'keep' | 'drop' {
    const verdict = judge(text);
    if (verdict === 'words') {
      cut();
      return 'keep';
    }
    dismiss();
    return tail && verdict !== 'nothing' ? 'keep' : 'drop';
  }

  /** What lasted too long to be words may have been words after all. */
  function judgeDismissed(text: string): 'keep' | 'drop' {
    if (judge(text) !== 'words') return 'drop';
    if (floor.interruptible) cut();
    return 'keep';
  }

  return {
    handleSpeech(speech) {
      if (scope.signal.aborted) return;
      if (state === 'off' && floor.interruptible) engage();
      if (state === 'off' || state === 'dismissed') return;
      if (floor.interruptible) advance(speech);
      else release();
    },
    handlePauseText(text) {
      stopProbe();
      if (state === 'ducked' || state === 'paused') {
        if (floor.interruptible) return judgeAtPause(text);
        release();
      }
      if (state === 'dismissed' && !tail) return judgeDismissed(text);
      const ignorable = floor.busy && !floor.interruptible && floor.remaining > TAIL;
      return ignorable && judge(text) === 'backchannel' ? 'drop' : 'keep';
    },
    handleTurnClosed() {
      if (state === 'ducked' || state === 'paused') floor.release();
      stopProbe();
      state = 'off';
    },
    close: stopProbe,
  };

  /** What was being said ended by itself while it was only ducked. */
  function release() {
    stopProbe();
    state = 'off';
    floor.release();
  }
}
