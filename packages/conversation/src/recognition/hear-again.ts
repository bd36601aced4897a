import type { Model, ModelMessage } from '../generation/model.ts';
import { soundsTheSame } from '../retrieval/language/sentences.ts';
import type { SecondHearing } from './second-hearing.ts';

/** A turn as it was heard at a pause. */
export interface HeardTurn {
  readonly text: string;
  /** All of its sound, mono 16 kHz. */
  readonly pcm: Float32Array;
  /** It may be the rest of the turn before (TURN-36). */
  readonly goesOn: boolean;
}

export interface HearAgainOptions {
  readonly secondHearing: SecondHearing;
  /** The current assistant's: read each time. */
  readonly model: Pick<Model, 'expects'>;
  /** The conversation with these words as its last turn. */
  readonly messagesWith: (text: string, goesOn: boolean) => readonly ModelMessage[];
  /** Whether this is the moment for it. */
  readonly mayHear: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface HearAgain {
  /** Learns what is to be expected, before it is needed. */
  prepare(): void;
  /** Whether it will be tried: what comes of it is worth a wait. */
  mayHear(turn: HeardTurn): boolean;
  /** The words that were rather said; null: those that were heard stay (TURN-42). Rejects never. */
  hear(turn: HeardTurn): Promise<string | null>;
}

/** Fewer words are a chance likeness: “Oh, in fact.” is no “Bye.”. */
const LEAST_WORDS = 3;
/** Words from which on small talk is not taken for all that was said. */
const MUCH = 6;
/** Shorter sound holds fewer, samples. */
const LEAST_SAMPLES = 0.8 * 16_000;

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** A second try at words that say nothing to the assistant, for those that it knows an answer to. */
export function createHearAgain(options: HearAgainOptions): HearAgain {
  const { secondHearing, model, messagesWith, onError } = options;

  async function findOther({ text, pcm, goesOn }: HeardTurn): Promise<string | null> {
    const { expects } = model;
    if (expects === undefined) return null;
    const read = (words: string) => expects.understand(messagesWith(words, goesOn));
    const first = text === '' ? 'unclear' : await read(text);
    // A reaction is short; an answer to much that was said may be one to what was misheard.
    if (first === 'fact' || (first === 'talk' && countWords(text) < MUCH)) return null;
    const again = await secondHearing.hear(pcm, expects.phrases);
    if (again === null || countWords(again) < LEAST_WORDS || soundsTheSame(again, text))
      return null;
    return (await read(again)) === 'fact' ? again : null;
  }

  return {
    prepare() {
      const { expects } = model;
      if (expects !== undefined) secondHearing.prepare(expects.phrases).catch(onError);
    },
    mayHear: ({ pcm }) =>
      model.expects !== undefined && pcm.length >= LEAST_SAMPLES && options.mayHear(),
    async hear(turn) {
      try {
        return await findOther(turn);
      } catch (error) {
        onError(error);
        return null;
      }
    },
  };
}
