import type { Expectations, Model, ModelMessage } from '../generation/model.ts';
import { soundsTheSame } from '../retrieval/language/sentences.ts';
import type { SecondHearing } from './second-hearing.ts';
import type { Transcriber } from './transcriber.ts';
import type { TurnSegments } from './turn-segments.ts';

/** A turn as it was heard at a pause. */
export interface HeardTurn {
  readonly text: string;
  /** Of these, those of its last segment. */
  readonly newest: string;
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
   * @param turn its sound, mono 16 kHz, which is copied where it is needed
   */
  begin(turn: TurnSound): SecondTry | null;
  /**
   * A segment of a turn is over, and its speaker goes on: its words, where there is time and they are better than the
   * first. Null where they are not. Never rejects.
   */
  improve(pcm: Float32Array, first: Promise<string>, signal: AbortSignal): Promise<string | null>;
}

type TurnSound = Pick<TurnSegments, 'whole' | 'newest' | 'withKept'>;

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
/** Longer sound takes longer than anybody waits, samples. */
const MAX_SAMPLES = 8 * 16_000;
/** Of as many words as were heard first: fewer are the beginning of them. */
const LEAST_SHARE = 0.6;

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

/**
 * What else was heard of the whole turn, or of its last segment: with what is expected in mind, by its sound alone, or
 * framed otherwise. Null: it was not.
 */
interface OtherHearings {
  readonly expected: (phrases: readonly string[]) => Promise<string | null>;
  readonly careful: () => Promise<string | null>;
  readonly reframed: () => Promise<string | null>;
  /** These words of the last segment behind those of the ones before. */
  readonly withKept: (text: string) => Promise<string>;
}

/** A second try at the words of a turn: at those that say nothing by what is expected, and by a more careful hearing. */
export function createHearAgain(options: HearAgainOptions): HearAgain {
  const { secondHearing, transcriber, model, messagesWith, onError } = options;
  const canHear = secondHearing !== undefined || transcriber.transcribeReframed !== undefined;

  async function understandAgain(
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
    await replace(turn, hearings, hooks);
  }

  /** Whatever is made of it. */
  async function replace({ newest }: HeardTurn, hearings: OtherHearings, hooks: SecondTryHooks) {
    hooks.onGoodEnough();
    const text = await hearings.careful();
    if (isBetter(text, newest))
      hooks.onOtherWords({ text: await hearings.withKept(text), tellsWait: false });
  }

  return {
    prepare() {
      const phrases = model.expects?.phrases ?? null;
      // It takes memory, and a core for two seconds.
      if (phrases !== null || secondHearing?.hasTimeToSpare)
        secondHearing?.prepare(phrases).catch(onError);
    },
    async improve(pcm, first, signal) {
      if (!secondHearing?.hasTimeToSpare || !options.mayHear()) return null;
      try {
        const text = await secondHearing.hear(pcm, null, signal);
        // Where the first hearing failed the turn itself says so.
        return isBetter(text, await first.catch(() => '')) ? text : null;
      } catch (error) {
        if (!signal.aborted) onError(error);
        return null;
      }
    },
    begin(turn) {
      const { expects } = model;
      const hasTime = secondHearing?.hasTimeToSpare ?? false;
      const mayNeedIt = expects !== undefined && canHear;
      // The sound is copied at every short silence.
      if (!(hasTime || mayNeedIt) || !options.mayHear()) return null;
      const whole = turn.whole();
      // What is expected is a whole turn.
      const expected = whole === null ? undefined : expects;
      if (expected === undefined && !hasTime) return null;
      const pcm = whole ?? turn.newest();
      if (pcm.length < LEAST_SAMPLES) return null;
      const dropped = new AbortController();
      const { signal } = dropped;
      const isTooLong = pcm.length > MAX_SAMPLES;
      const hear = async (phrases: readonly string[] | null) =>
        isTooLong ? null : ((await secondHearing?.hear(pcm, phrases, signal)) ?? null);
      const begun = hasTime ? hear(expected?.phrases ?? null) : null;
      // Who finishes it hears of its failure; most are not needed.
      begun?.catch(() => undefined);

      const hearings: OtherHearings = {
        expected: async (phrases) => (await begun) ?? (await hear(phrases)),
        async careful() {
          if (begun === null) return null;
          const heard = await begun;
          return expected === undefined || heard === null ? heard : hear(null);
        },
        reframed: async () =>
          (await transcriber.transcribeReframed?.(pcm, { signal }))?.text ?? null,
        withKept: turn.withKept,
      };
      return {
        drop: () => dropped.abort(),
        async finish(heard, hooks) {
          try {
            if (expected === undefined) await replace(heard, hearings, hooks);
            else await understandAgain(heard, expected, hearings, hooks);
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

const isWorthReading = (text: string | null, first: string): text is string =>
  text !== null && countWords(text) >= LEAST_WORDS && !soundsTheSame(text, first);

/** Where nothing tells what either means. */
const isBetter = (text: string | null, first: string): text is string =>
  first !== '' &&
  isWorthReading(text, first) &&
  countWords(text) >= LEAST_SHARE * countWords(first);
