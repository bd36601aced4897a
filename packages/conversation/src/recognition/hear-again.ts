import type { Expectations, Model, ModelMessage } from '../generation/model.ts';
import { soundsTheSame } from '../retrieval/language/sentences.ts';
import type { SecondHearing } from './second-hearing.ts';
import type { Transcriber } from './transcriber.ts';

/** A turn as it was heard at a pause. */
export interface HeardTurn {
  readonly text: string;
  /** It may be the rest of the turn before (TURN-36). */
  readonly goesOn: boolean;
}

export interface HearAgainOptions {
  /** @default another framing is all there is */
  readonly secondHearing?: SecondHearing | undefined;
  /** That of the first hearing. */
  readonly transcriber: Pick<Transcriber, 'transcribeReframed'>;
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
   * There is a pause, or may be one: a second try at what was said until then, which begins at once where there is time
   * to spare. Null where it will not be tried.
   *
   * @param readTurn all sound of the turn, mono 16 kHz; null where it cannot be heard as a whole
   */
  begin(readTurn: () => Float32Array | null): SecondTry | null;
}

export interface SecondTry {
  /** What was said is known, or goes on. */
  drop(): void;
  /** What comes of it is worth a wait. Null: the words that were heard first count (TURN-42). Rejects never. */
  finish(turn: HeardTurn): Promise<OtherWords | null>;
}

/** What was rather said. */
export interface OtherWords {
  readonly text: string;
  /** Found because they are expected: they tell nothing of what is to come. */
  readonly isExpected: boolean;
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
  const { secondHearing, transcriber, model, messagesWith, onError } = options;
  const canHear = secondHearing !== undefined || transcriber.transcribeReframed !== undefined;

  async function findOther(
    { text, goesOn }: HeardTurn,
    expects: Expectations,
    hearOther: () => Promise<OtherWords | null>,
  ): Promise<OtherWords | null> {
    const read = (words: string) => expects.understand(messagesWith(words, goesOn));
    const first = text === '' ? 'unclear' : await read(text);
    // A reaction is short; an answer to much that was said may be one to what was misheard.
    if (first === 'fact' || (first === 'talk' && countWords(text) < MUCH)) return null;
    const again = await hearOther();
    if (again === null || countWords(again.text) < LEAST_WORDS || soundsTheSame(again.text, text))
      return null;
    return (await read(again.text)) === 'fact' ? again : null;
  }

  return {
    prepare() {
      const { expects } = model;
      if (expects !== undefined) secondHearing?.prepare(expects.phrases).catch(onError);
    },
    begin(readTurn) {
      const { expects } = model;
      if (!canHear || expects === undefined || !options.mayHear()) return null;
      const pcm = readTurn();
      if (pcm === null || pcm.length < LEAST_SAMPLES) return null;
      const dropped = new AbortController();
      const { signal } = dropped;
      const hearExpected = async () =>
        (await secondHearing?.hear(pcm, expects.phrases, signal)) ?? null;
      const begun = secondHearing?.hasTimeToSpare ? hearExpected() : null;
      // Who finishes it hears of its failure; most are not needed.
      begun?.catch(() => undefined);

      const hearOther = async (): Promise<OtherWords | null> => {
        const expected = (await begun) ?? (await hearExpected());
        if (expected !== null) return { text: expected, isExpected: true };
        const reframed = await transcriber.transcribeReframed?.(pcm, { signal });
        return reframed ? { text: reframed.text, isExpected: false } : null;
      };
      return {
        drop: () => dropped.abort(),
        async finish(turn) {
          try {
            return await findOther(turn, expects, hearOther);
          } catch (error) {
            if (!signal.aborted) onError(error);
            return null;
          } finally {
            // Where it was not needed it still runs.
            dropped.abort();
          }
        },
      };
    },
  };
}
