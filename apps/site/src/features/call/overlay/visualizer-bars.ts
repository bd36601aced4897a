import { VISUALIZER_BARS } from '@kindling/protocol/constants';
import type { ConversationState } from './overlay-strings.ts';

export type BarTone = 'grey' | 'green' | 'yellow' | 'blue';

export interface VisualizerState {
  readonly active: boolean;
  readonly speaking: boolean;
  readonly conversation: ConversationState;
}

/** The state that the bars show: speaking counts as responding, and nothing moves before the call. */
export function shownState({ active, speaking, conversation }: VisualizerState) {
  if (!active) return 'inactive';
  return speaking ? 'responding' : conversation;
}

type Shown = ReturnType<typeof shownState>;

const tones: Record<Shown, BarTone> = {
  inactive: 'grey',
  idle: 'grey',
  listening: 'green',
  thinking: 'yellow',
  responding: 'blue',
};

export function barTone(state: VisualizerState): BarTone {
  return tones[shownState(state)];
}

const SHORT = 0.13;
const middle = (VISUALIZER_BARS - 1) / 2;
/** The outer bars are lower, as in a fire. */
const swell = (bar: number) => 1 - 0.52 * (Math.abs(bar - middle) / middle) ** 1.5;

const motion: Record<Shown, (bar: number, tick: number) => number> = {
  inactive: () => SHORT,
  idle: (bar, tick) => swell(bar) * (0.36 + 0.06 * Math.sin(tick * 0.3)),
  listening: (bar, tick) => swell(bar) * (0.74 + 0.2 * Math.sin(tick * 0.42 + bar * 0.35)),
  thinking: (bar, tick) => swell(bar) * (0.6 + 0.24 * Math.sin(tick * 0.55 - bar * 0.9)),
  responding: (bar, tick) =>
    swell(bar) *
    (0.76 + 0.2 * Math.sin(tick * 1.1 + bar * 2.3) + 0.12 * Math.sin(tick * 0.47 + bar * 4.1)),
};

/** Heights of the seven bars at one tick, each above 0 and at most 1. */
export function barHeights(state: VisualizerState, tick: number): readonly number[] {
  const move = motion[shownState(state)];
  return Array.from({ length: VISUALIZER_BARS }, (_, bar) =>
    Math.min(1, Math.max(SHORT * 0.8, move(bar, tick))),
  );
}
