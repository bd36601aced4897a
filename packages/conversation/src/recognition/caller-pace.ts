/** How much longer than others this caller is waited for (TURN-11b, TURN-11c). */
export interface CallerPace {
  /** By what the usual silences are multiplied at a pause of this turn, 1 or more. */
  factorFor(turn: SpokenTurn): number;
  /** A turn was decided to be over; `goesOn`: it is the rest of one that was thought to be over before. */
  handleEnd(turn: SpokenTurn & { readonly goesOn: boolean }): void;
  /** Words of this turn are the rest of one that was thought to be over: a mistake, which counts once. */
  handleRest(turn: Pick<SpokenTurn, 'startedAt'>): void;
}

export interface SpokenTurn {
  readonly text: string;
  readonly startedAt: number;
  readonly lastVoicedAt: number;
}

/** Who speaks slower than that makes longer pauses, words a minute. */
const USUAL_PACE = 140;
const SLOWEST = 1.3;
/** Fewer words say nothing about a pace. */
const LEAST_WORDS = 4;
/** What a turn says of the pace beside those before it. */
const PACE_SHARE = 0.4;
/** What a mistake adds to the silences, and what of that is left after a turn that was rightly thought to be over. */
const MISTAKE = 1.35;
const MISTAKES = 2;
const RIGHT = 0.75;
/** Nobody is waited for longer than that, times the usual. */
const LONGEST = 2;

export function createCallerPace(): CallerPace {
  let slowness: number | null = null;
  let caution = 1;
  /** When the rest began that was noticed last. */
  let mistakenAt: number | null = null;

  function slownessWith(turn: SpokenTurn): number {
    const words = turn.text.split(/\s+/).filter(Boolean).length;
    const minutes = (turn.lastVoicedAt - turn.startedAt) / 60_000;
    if (words < LEAST_WORDS || minutes <= 0) return slowness ?? 1;
    const now = Math.min(SLOWEST, Math.max(1, (USUAL_PACE * minutes) / words));
    return slowness === null ? now : slowness + PACE_SHARE * (now - slowness);
  }

  return {
    factorFor: (turn) => Math.min(LONGEST, slownessWith(turn) * caution),
    handleEnd(turn) {
      slowness = slownessWith(turn);
      if (!turn.goesOn) caution = 1 + (caution - 1) * RIGHT;
    },
    handleRest({ startedAt }) {
      if (startedAt === mistakenAt) return;
      mistakenAt = startedAt;
      caution = Math.min(MISTAKES, caution * MISTAKE);
    },
  };
}
