import { SHAPE_WAIT, type TurnShape } from './turn-shape.ts';
import { type TurnVote, VOTED_WAIT } from './turn-vote.ts';

/** An owner's own rules of turn-taking (TURN-32 to TURN-34). Absent fields leave SPEC.md's values. Times are ms. */
export interface TurnPlan {
  /** The shortest silence before the assistant speaks, whatever was said. */
  readonly waitAtLeast?: number;
  /** How long to wait in silence when the words sound finished. */
  readonly waitComplete?: number;
  /** How long to wait in silence when the words sound unfinished. */
  readonly waitUnfinished?: number;
  /** How long to wait in silence after a number. */
  readonly waitNumber?: number;
  /** The owner's own wait after certain words, before all else; undefined: there is none for these (TURN-32). */
  readonly waitFor?: (said: {
    readonly caller: string;
    readonly assistant: string;
  }) => number | undefined;
  /** What the assistant said last. */
  readonly lastSaid?: () => string;
  /** How much voice stops the assistant where no words are needed (TURN-25). */
  readonly voiceAlone?: number;
  /** The shortest silence of the assistant after it was stopped (TURN-34). */
  readonly backoff?: number;
  /** Phrases that never stop the assistant, instead of the usual backchannels. */
  readonly acknowledgements?: readonly string[];
  /** Phrases that always do, instead of the usual commands. */
  readonly interruptions?: readonly string[];
}

const ENDS_IN_NUMBER = /\d[\s.,!?-]*$/;

/** Nobody is waited for longer because of how they speak, ms (TURN-11b). */
const MAX_WAIT = 2_200;

export interface Manner {
  /** How much longer this caller is waited for than others. @default 1 */
  readonly pace?: number;
  /** Of an installed turn model. @default 'unsure' */
  readonly vote?: TurnVote;
}

/** The silence that ends a turn with these words (TURN-11, TURN-32); how they were said counts where no plan says how long. */
export function turnWait(
  text: string,
  shape: TurnShape,
  plan: TurnPlan = {},
  { pace = 1, vote = 'unsure' }: Manner = {},
): number {
  if (shape === 'empty') return SHAPE_WAIT.empty;
  const voted = vote === 'unsure' ? undefined : VOTED_WAIT[vote][shape];
  const usual = Math.min(MAX_WAIT, (voted ?? SHAPE_WAIT[shape]) * pace);
  return Math.max(plannedWait(text, shape, plan) ?? usual, plan.waitAtLeast ?? 0);
}

function plannedWait(text: string, shape: TurnShape, plan: TurnPlan): number | undefined {
  const ruled = plan.waitFor?.({ caller: text, assistant: plan.lastSaid?.() ?? '' });
  if (ruled !== undefined) return ruled;
  const numbered = shape === 'slot' || ENDS_IN_NUMBER.test(text);
  if (numbered && plan.waitNumber !== undefined) return plan.waitNumber;
  if (shape === 'slot') return undefined;
  return shape === 'complete' ? plan.waitComplete : plan.waitUnfinished;
}
