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
  /** Gets ready before it is needed, and learns what is to be expected. */
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
  /** Speech goes on, or the turn is over. */
  drop(): void;
  /** The words of the first hearing have come. Over when no others will. Rejects never. */
  finish(turn: HeardTurn, hooks: SecondTryHooks): Promise<void>;
}

export interface SecondTryHooks {
  /** The words that were heard first are good enough: others are welcome, and are not worth a wait. */
  onGoodEnough(): void;
  /** These count for the turn from now on. */
  onOtherWords(words: OtherWords): void;
}

/** What was rather said. */
export interface OtherWords {
  readonly text: string;
  /** They tell how long to wait for more; otherwise those that were heard first do. */
  readonly tellsWait: boolean;
}

/** Fewer words are a chance likeness: “Oh, in fact.” is no “Bye.”. */
const LEAST_WORDS = 3;
/** Words from which on small talk is not taken for all that was said. */
const MUCH = 6;
/** Shorter sound holds fewer, samples. */
const LEAST_SAMPLES = 0.8 * 16_000;
/** Of as many words as were heard first: fewer are the beginning of them. */
const LEAST_SHARE = 0.6;

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** What else was heard: with what is expected in mind, by its sound alone, or framed otherwise. Null: it was not. */
interface OtherHearings {
  readonly expected: (phrases: readonly string[]) => Promise<string | null>;
  readonly careful: () => Promise<string | null>;
  readonly reframed: () => Promise<string | null>;
}

/** A second try at the words of a turn: at those that say nothing by what is expected, and by a more careful hearing. */
export function createHearAgain(options: HearAgainOptions): HearAgain {
  const { secondHearing, transcriber, model, messagesWith, onError } = options;
  const canHear = secondHearing !== undefined || transcriber.transcribeReframed !== undefined;
  const isWorthReading = (text: string | null, first: string): text is string =>
    text !== null && countWords(text) >= LEAST_WORDS && !soundsTheSame(text, first);

  async function improve(
    turn: HeardTurn,
    { phrases, understand }: Expectations,
    hearings: OtherHearings,
    hooks: SecondTryHooks,
  ): Promise<void> {
    const { text: first, goesOn } = turn;
    const read = (text: string) => understand(messagesWith(text, goesOn));
    const meaning = first === '' ? 'unclear' : await read(first);
    // A reaction is short; an answer to much that was said may be one to what was misheard.
    if (meaning === 'fact' || (meaning === 'talk' && countWords(first) < MUCH)) return;
    const expected = await hearings.expected(phrases);
    const text = expected ?? (await hearings.reframed());
    if (isWorthReading(text, first) && (await read(text)) === 'fact')
      return hooks.onOtherWords({ text, tellsWait: expected === null });
    await replace(first, hearings, hooks);
  }

  /** The assistant takes whatever is said. */
  async function replace(first: string, { careful }: OtherHearings, hooks: SecondTryHooks) {
    hooks.onGoodEnough();
    const text = await careful();
    if (first !== '' && isWorthReading(text, first) && isAsLong(text, first))
      hooks.onOtherWords({ text, tellsWait: false });
  }

  return {
    prepare() {
      secondHearing?.prepare(model.expects?.phrases ?? null).catch(onError);
    },
    begin(readTurn) {
      const { expects } = model;
      const hasTime = secondHearing?.hasTimeToSpare ?? false;
      const mayNeedIt = expects !== undefined && canHear;
      // The sound is copied at every short silence.
      if (!(hasTime || mayNeedIt) || !options.mayHear()) return null;
      const pcm = readTurn();
      if (pcm === null || pcm.length < LEAST_SAMPLES) return null;
      const dropped = new AbortController();
      const { signal } = dropped;
      const hear = async (phrases: readonly string[] | null) =>
        (await secondHearing?.hear(pcm, phrases, signal)) ?? null;
      const begun = hasTime ? hear(expects?.phrases ?? null) : null;
      // Who finishes it hears of its failure; most are not needed.
      begun?.catch(() => undefined);

      const hearings: OtherHearings = {
        expected: async (phrases) => (await begun) ?? (await hear(phrases)),
        async careful() {
          if (begun === null) return null;
          const heard = await begun;
          return expects === undefined || heard === null ? heard : hear(null);
        },
        reframed: async () =>
          (await transcriber.transcribeReframed?.(pcm, { signal }))?.text ?? null,
      };
      return {
        drop: () => dropped.abort(),
        async finish(turn, hooks) {
          try {
            if (expects === undefined) await replace(turn.text, hearings, hooks);
            else await improve(turn, expects, hearings, hooks);
          } catch (error) {
            if (!signal.aborted) onError(error);
          } finally {
            // What is not needed still runs.
            dropped.abort();
          }
        },
      };
    },
  };
}

const isAsLong = (text: string, first: string) =>
  countWords(text) >= LEAST_SHARE * countWords(first);
