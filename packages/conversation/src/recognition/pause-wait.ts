import type { CallScope } from '../scope/call-scope.ts';
import type { SpeechDetector } from './speech-detector.ts';
import { type TurnPlan, turnWait } from './turn-plan.ts';
import type { TurnShape } from './turn-shape.ts';
import { createTurnVotes, type TurnVote, type TurnVotesOptions } from './turn-vote.ts';

/** Words at a pause that may be the end. */
export interface Pause {
  readonly turn: {
    readonly text: string;
    readonly startedAt: number;
    readonly lastVoicedAt: number;
  };
  readonly shape: TurnShape;
  /** How much longer this caller is waited for than others. */
  readonly pace: number;
}

export interface PauseWaitOptions extends Pick<TurnVotesOptions, 'judge'> {
  readonly scope: CallScope;
  readonly detector: Pick<SpeechDetector, 'rising'>;
  readonly plan: () => TurnPlan | undefined;
}

/** Waits at a pause for as long as its words and a vote on it ask for (TURN-11 to TURN-11d). */
export interface PauseWait {
  /** A pause begins: asks for the vote. `newest`: the audio up to now. */
  begin(newest: () => Float32Array): void;
  /** Its words have come; `onOver` gets when the silence had lasted long enough. */
  handleWords(pause: Pause, onOver: (due: number) => void): void;
  /** Other words may come: until what this answers is called, or for a while, the pause goes on. */
  hold(): () => void;
  /** The pause is over, or the turn is. */
  end(): void;
}

/** Speech this long in which no words were recognised may be half of a sentence: it is kept that long, ms (TURN-14). */
const LONG_UNHEARD = 500;
const UNHEARD_WAIT = 1_600;
/** How long it takes at most to tell whether someone begins to speak, and how often that is asked, ms (TURN-11a). */
const RISING_WAIT = 192;
const RISING_STEP = 32;
/** How long a silence grows at most for words that are heard again (TURN-42). */
const HOLD_WAIT = 1_100;

export function createPauseWait(options: PauseWaitOptions): PauseWait {
  const { scope, detector, plan, judge } = options;
  const votes = createTurnVotes({ judge, onVote: setDeadline });
  let words: { readonly pause: Pause; readonly onOver: (due: number) => void } | null = null;
  let cancel = () => {};
  let hold: object | null = null;

  /** Once there are words, and again when there is a vote. Someone who may just begin to speak is given a moment more. */
  function setDeadline() {
    if (words === null) return;
    const { pause, onOver } = words;
    const due = pause.turn.lastVoicedAt + waitFor(pause, plan(), votes.vote);
    const reach = () => {
      const isHeld = hold !== null && scope.now() < pause.turn.lastVoicedAt + HOLD_WAIT;
      if (!isHeld && (!detector.rising || scope.now() >= due + RISING_WAIT)) return onOver(due);
      cancel = scope.after(RISING_STEP, reach);
    };
    cancel();
    cancel = scope.after(due - scope.now(), reach);
  }

  return {
    begin: votes.ask,
    handleWords(pause, onOver) {
      words = { pause, onOver };
      setDeadline();
    },
    hold() {
      const held = {};
      hold = held;
      return () => {
        if (hold === held) hold = null;
      };
    },
    end() {
      cancel();
      words = null;
      hold = null;
      votes.clear();
    },
  };
}

function waitFor({ shape, turn, pace }: Pause, plan: TurnPlan | undefined, vote: TurnVote) {
  const isUnheard = shape === 'empty' && turn.lastVoicedAt - turn.startedAt >= LONG_UNHEARD;
  return isUnheard ? UNHEARD_WAIT : turnWait(turn.text, shape, plan, { pace, vote });
}
