import type { Expectations, Model, ModelMessage } from '../generation/model.ts';
import { soundsTheSame } from '../retrieval/language/sentences.ts';
import type { SecondHearing } from './second-hearing.ts';

/** A turn as it was heard at a pause. */
export interface HeardTurn {
  readonly text: string;
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
  /**
   * There is a pause: a second try at what was said until then, which begins at once where there is time to spare. Null
   * where it will not be tried.
   *
   * @param readTurn all sound of the turn, mono 16 kHz; null where it cannot be heard as a whole
   */
  begin(readTurn: () => Float32Array | null): SecondTry | null;
}

/** What comes of it is worth a wait. */
export interface SecondTry {
  /** The words that were rather said; null: those that were heard stay (TURN-42). Rejects never. */
  finish(turn: HeardTurn): Promise<string | null>;
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

  async function findOther(
    { text, goesOn }: HeardTurn,
    expects: Expectations,
    hearOther: () => Promise<string | null>,
  ): Promise<string | null> {
    const read = (words: string) => expects.understand(messagesWith(words, goesOn));
    const first = text === '' ? 'unclear' : await read(text);
    // A reaction is short; an answer to much that was said may be one to what was misheard.
    if (first === 'fact' || (first === 'talk' && countWords(text) < MUCH)) return null;
    const again = await hearOther();
    if (again === null || countWords(again) < LEAST_WORDS || soundsTheSame(again, text))
      return null;
    return (await read(again)) === 'fact' ? again : null;
  }

  return {
    prepare() {
      const { expects } = model;
      if (expects !== undefined) secondHearing.prepare(expects.phrases).catch(onError);
    },
    begin(readTurn) {
      const { expects } = model;
      if (expects === undefined || !options.mayHear()) return null;
      const pcm = readTurn();
      if (pcm === null || pcm.length < LEAST_SAMPLES) return null;
      const hear = () => secondHearing.hear(pcm, expects.phrases);
      const begun = secondHearing.hasTimeToSpare ? hear() : null;
      // Who finishes it hears of its failure; most are not needed.
      begun?.catch(() => undefined);
      return {
        async finish(turn) {
          try {
            return await findOther(turn, expects, async () => (await begun) ?? hear());
          } catch (error) {
            onError(error);
            return null;
          }
        },
      };
    },
  };
}
