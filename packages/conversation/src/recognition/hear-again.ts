import type { Expectations, Model, ModelMessage, Understood } from '../generation/model.ts';
import { soundsTheSame } from '../retrieval/language/sentences.ts';
import { findAgreement } from './agreement.ts';
import type { OtherHearings } from './other-hearings.ts';
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
  /** @default other forms of the sound are all there is */
  readonly secondHearing?: SecondHearing | undefined;
  /** That of the first hearing. */
  readonly transcriber: Pick<Transcriber, 'transcribeOtherwise'>;
  /** The current assistant's: read each time. */
  readonly model: Pick<Model, 'expects'>;
  /** The conversation with these words as its last turn. */
  readonly messagesWith: (text: string, goesOn: boolean) => readonly ModelMessage[];
  /** For who answers the turn. */
  readonly otherHearings: Pick<OtherHearings, 'note'>;
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
   * A segment of a turn is over, and its speaker goes on: words on which several hearings of it agree. Null where there is
   * no time for it, or they are those that were heard first. Never rejects.
   */
  improve(pcm: Float32Array, first: Promise<string>, signal: AbortSignal): Promise<string | null>;
}

type TurnSound = Pick<TurnSegments, 'whole' | 'newest' | 'withKept'>;

export interface SecondTry {
  /** It is a pause rather than a closed mouth: hears what it takes a while to hear. */
  listen(): void;
  /** Speech goes on, or the turn is over. */
  drop(): void;
  /** The words of the first hearing have come. Over when no others will. Rejects never. */
  finish(turn: HeardTurn, hooks: SecondTryHooks): Promise<void>;
}

export interface SecondTryHooks {
  /** The words that there are now are good enough: others are welcome, and are not worth a wait. */
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
/** Who spoke for longer minds a moment less, and has said more that may be misheard, samples. */
const LONG_SAMPLES = 4 * 16_000;

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

interface Agreement {
  /** Null: the same still. */
  readonly text: string | null;
  /** Others are not worth a wait. */
  readonly isGoodEnough: boolean;
}

/** What else can be heard of the whole turn, or of its last segment. */
interface MoreHearings {
  /**
   * With these phrases in mind. Null: there is no time for it.
   *
   * @param ifBegun only where it has begun with the pause
   */
  readonly expected: (phrases: readonly string[], ifBegun: boolean) => Promise<string | null>;
  /** The words on which more and more hearings and what was heard first agree. */
  readonly agreed: (first: string) => AsyncIterable<Agreement>;
  /** These words of the last segment behind those of the ones before. */
  readonly withKept: (text: string) => Promise<string>;
}

/** A second try at the words of a turn: by what is expected, and by what several hearings agree on. */
export function createHearAgain(options: HearAgainOptions): HearAgain {
  const { secondHearing, transcriber, model, onError } = options;
  const canHear = secondHearing !== undefined || transcriber.transcribeOtherwise !== undefined;

  return {
    prepare() {
      const phrases = model.expects?.phrases;
      // It takes memory, and a core for two seconds.
      if (phrases !== undefined) secondHearing?.prepare(phrases).catch(onError);
    },
    async improve(pcm, first, signal) {
      if (!options.mayHear()) return null;
      try {
        // Where it failed the turn itself says so.
        const heard = await first.catch(() => '');
        if (heard === '') return null;
        let better = heard;
        const forms = readAhead(transcriber.transcribeOtherwise?.(pcm, signal));
        for await (const { text } of agreeBeside(heard, forms)) better = text ?? better;
        return soundsTheSame(better, heard) ? null : better;
      } catch (error) {
        if (!signal.aborted) onError(error);
        return null;
      }
    },
    begin(turn) {
      // The sound is copied at every short silence.
      if (!canHear || !options.mayHear()) return null;
      const whole = turn.whole();
      // What is expected is a whole turn.
      const expected = whole === null ? undefined : model.expects;
      if (expected === undefined && transcriber.transcribeOtherwise === undefined) return null;
      const pcm = whole ?? turn.newest();
      if (pcm.length < LEAST_SAMPLES) return null;
      // What was said before, where segments are over, was long.
      const isLong = whole === null || pcm.length >= LONG_SAMPLES;
      const dropped = new AbortController();
      const { signal } = dropped;
      const hear = async (phrases: readonly string[]) =>
        pcm.length > MAX_SAMPLES
          ? null
          : ((await secondHearing?.hear(pcm, phrases, signal)) ?? null);
      const begun =
        expected !== undefined && secondHearing?.hasTimeToSpare ? hear(expected.phrases) : null;
      // Who finishes it hears of its failure; most are not needed.
      begun?.catch(() => undefined);

      let forms: Batches | null = null;
      const listen = () => {
        // More than at the first step without voice: a word may end in sounds without one.
        forms ??= readAhead(
          transcriber.transcribeOtherwise?.(turn.whole() ?? turn.newest(), signal),
        );
        return forms;
      };

      const hearings: MoreHearings = {
        expected: async (phrases, ifBegun) =>
          (await begun) ?? (ifBegun ? null : await hear(phrases)),
        agreed: (first) => agreeBeside(first, listen(), isLong),
        withKept: turn.withKept,
      };
      return {
        listen,
        drop: () => dropped.abort(),
        async finish(heard, hooks) {
          try {
            if (expected === undefined) await takeAgreed(heard, hearings, hooks);
            else await understandAgain(heard, { ...options, expected, signal }, hearings, hooks);
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

/** Some texts, and those after them; null behind the last. */
type Batches = Promise<{ readonly texts: readonly string[]; readonly rest: Batches } | null>;

/** Begins at once, and goes on whether or not it is wanted yet. */
function readAhead(source: AsyncIterable<readonly string[]> | undefined): Batches {
  const iterator = source?.[Symbol.asyncIterator]();
  async function read(): Batches {
    const next = await iterator?.next();
    return next === undefined || next.done ? null : { texts: next.value, rest: readQuietly() };
  }
  function readQuietly(): Batches {
    const batches = read();
    // Who wants them hears of a failure; mostly nobody does.
    batches.catch(() => undefined);
    return batches;
  }
  return readQuietly();
}

/**
 * The words on which this text and more and more others agree.
 *
 * @param isLong all of them are worth a wait
 */
async function* agreeBeside(
  first: string,
  batches: Batches,
  isLong = false,
): AsyncGenerator<Agreement> {
  const texts = [first];
  let present = first;
  let isGoodEnough = !isLong;
  for (let batch = await batches; batch !== null; batch = await batch.rest) {
    texts.push(...batch.texts.filter(Boolean));
    const text = findAgreement(texts);
    const isOther = text !== '' && !soundsTheSame(text, present);
    if (isOther) present = text;
    yield { text: isOther ? text : null, isGoodEnough };
    isGoodEnough = true;
  }
}

const isWorthReading = (text: string | null, first: string): text is string =>
  text !== null && countWords(text) >= LEAST_WORDS && !soundsTheSame(text, first);

interface UnderstandOptions extends Pick<HearAgainOptions, 'messagesWith' | 'otherHearings'> {
  readonly expected: Expectations;
  readonly signal: AbortSignal;
}

/** Looks for words to which the assistant knows a fact. */
async function understandAgain(
  turn: HeardTurn,
  { messagesWith, otherHearings, expected: { phrases, understand }, signal }: UnderstandOptions,
  hearings: MoreHearings,
  hooks: SecondTryHooks,
): Promise<void> {
  const read = async (text: string, other?: string): Promise<Read> => {
    // The turn is over: its answer is what there is time for now.
    signal.throwIfAborted();
    if (text === '') return { text, other, says: 'unclear' };
    return { text, other, says: await understand(messagesWith(text, turn.goesOn), other) };
  };
  otherHearings.note(turn.text, undefined);
  const first = await read(turn.text);
  // A reaction is short; an answer to much that was said may be one to what was misheard.
  if (first.says === 'talk' && countWords(first.text) < MUCH) return;
  const expected = await hearings.expected(phrases, isFact(first));
  const other = isWorthReading(expected, first.text) ? expected : undefined;

  let taken = first;
  async function take(words: Read, tellsWait: boolean) {
    const better = other === undefined ? words : await readBoth(words, other, read);
    // Words that say a fact alone, and beside the other hearing, too, get the answer that is prepared already.
    const isSame = better.other === taken.other || (isFact(better) && isFact(taken));
    if (better.text === taken.text && isSame) return;
    taken = better;
    otherHearings.note(better.text, better.other);
    hooks.onOtherWords({ text: better.text, tellsWait });
  }
  await take(first, false);
  if (other !== undefined && isFact(taken)) hooks.onGoodEnough();
  for await (const { text, isGoodEnough } of hearings.agreed(first.text)) {
    const agreed = text === null ? null : await read(text);
    const tellsWait = !isFact(first) && expected === null && agreed !== null && isFact(agreed);
    if (agreed !== null && isBetter(agreed, first)) await take(agreed, tellsWait);
    if (isGoodEnough || isFact(taken)) hooks.onGoodEnough();
  }
}

/** Whatever is made of it. */
async function takeAgreed(turn: HeardTurn, hearings: MoreHearings, hooks: SecondTryHooks) {
  if (turn.newest === '') return;
  for await (const { text, isGoodEnough } of hearings.agreed(turn.newest)) {
    if (text !== null)
      hooks.onOtherWords({ text: await hearings.withKept(text), tellsWait: false });
    if (isGoodEnough) hooks.onGoodEnough();
  }
}

interface Read {
  readonly text: string;
  /** What another hearing made of it. */
  readonly other?: string | undefined;
  /** What the assistant makes of both. */
  readonly says: Understood;
}

const isFact = ({ says }: Read) => says === 'fact';

/**
 * Of these words and what another hearing made of them those that say a fact, both considered; where neither do, those
 * that come near to one.
 */
async function readBoth(
  words: Read,
  other: string,
  read: (text: string, other?: string) => Promise<Read>,
): Promise<Read> {
  const both = await read(words.text, other);
  if (isFact(both)) return both;
  const turned = await read(other, words.text);
  // Noise may sound like a question, and nothing else speaks for that.
  if (isFact(turned) || (words.text !== '' && turned.says === 'guess' && both.says !== 'guess'))
    return turned;
  return both.says === 'unclear' && words.says === 'unclear' ? words : both;
}

/** Whether words on which several hearings agree take the place of the first. */
function isBetter(agreed: Read, first: Read): boolean {
  // Noise may sound like the same word twice.
  if (first.text === '') return isFact(agreed) && countWords(agreed.text) >= LEAST_WORDS;
  if (isFact(agreed)) return true;
  return !isFact(first) && (agreed.says === 'talk' || first.says !== 'talk');
}
