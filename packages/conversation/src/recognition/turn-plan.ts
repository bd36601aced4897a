import { SHAPE_WAIT, type TurnShape } from './turn-shape.ts';

/** How an assistant takes turns where its owner says so; what is absent is as SPEC.md says. Times are ms. */
export interface TurnPlan {
  /** Silence before the assistant speaks at the earliest, whatever was said. */
  readonly waitAtLeast?: number;
  /** Silence that ends a turn whose words are finished. */
  readonly waitComplete?: number;
  /** Silence that ends a turn whose words are not. */
  readonly waitUnfinished?: number;
  /** Silence that ends a turn whose last word is a number. */
  readonly waitNumber?: number;
  /** Voice that stops the assistant where no words are needed for it (TURN-25). */
  readonly voiceAlone?: number;
  /** How long the assistant is silent at least once it was stopped (TURN-34). */
  readonly backoff?: number;
  /** What never stops the assistant, instead of the usual backchannels. */
  readonly acknowledgements?: readonly string[];
  /** What always does, instead of the usual commands. */
  readonly interruptions?: readonly string[];
}

const ENDS_IN_NUMBER = /\d[\s.,!?-]*$/;

/** The silence that ends a turn with these words (TURN-11, TURN-32). */
export function turnWait(text: string, shape: TurnShape, plan: TurnPlan = {}): number {
  if (shape === 'empty') return SHAPE_WAIT.empty;
  return Math.max(plannedWait(text, shape, plan) ?? SHAPE_WAIT[shape], plan.waitAtLeast ?? 0);
}

function plannedWait(text: string, shape: TurnShape, plan: TurnPlan): number | undefined {
  const numbered = shape === 'slot' || ENDS_IN_NUMBER.test(text);
  if (numbered && plan.waitNumber !== undefined) return plan.waitNumber;
  if (shape === 'slot') return undefined;
  return shape === 'complete' ? plan.waitComplete : plan.waitUnfinished;
}
