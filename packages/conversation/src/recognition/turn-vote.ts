import type { TurnShape } from './turn-shape.ts';

/** What an installed turn model makes of how the words were said. */
export type TurnVote = 'done' | 'unsure' | 'going-on';

/** From here on it is clear (TURN-11d). */
const DONE = 0.9;
const GOING_ON = 0.1;

/** Silence that ends a turn of each shape where the vote is clear; where none stands, the words alone tell. */
export const VOTED_WAIT: Readonly<
  Record<Exclude<TurnVote, 'unsure'>, Readonly<Partial<Record<TurnShape, number>>>>
> = {
  done: { plain: 600, doubtful: 700, open: 900 },
  'going-on': { complete: 1_130, plain: 1_500, doubtful: 1_800, open: 2_000 },
};

export interface TurnVotesOptions {
  /** How likely the speaker is done, 0 to 1; null: not known. @default there are no votes */
  readonly judge?: ((pcm: Float32Array) => Promise<number | null>) | undefined;
  /** A vote on the present pause has come. */
  readonly onVote: () => void;
}

/** The vote on the present pause, if it came in time: nobody waits for it. */
export interface TurnVotes {
  readonly vote: TurnVote;
  /** `newest`: the audio up to now. */
  ask(newest: () => Float32Array): void;
  /** The pause is over: its vote counts no more, nor does one that is still to come. */
  clear(): void;
}

export function createTurnVotes({ judge, onVote }: TurnVotesOptions): TurnVotes {
  let vote: TurnVote = 'unsure';
  let pause = 0;
  function clear() {
    vote = 'unsure';
    pause += 1;
  }
  return {
    get vote() {
      return vote;
    },
    ask(newest) {
      clear();
      const asked = pause;
      void judge?.(newest()).then((done) => {
        if (asked !== pause || done === null) return;
        vote = done >= DONE ? 'done' : done <= GOING_ON ? 'going-on' : 'unsure';
        if (vote !== 'unsure') onVote();
      });
    },
    clear,
  };
}
