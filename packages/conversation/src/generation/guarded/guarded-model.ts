import type { Clock } from '@kindling/protocol/clock';
import { createSentenceSplitter } from '../../playout/sentence-splitter.ts';
import { createDeadline, type Deadline } from '../../scope/deadline.ts';
import { untilAborted } from '../../scope/until-aborted.ts';
import { createFactCheck, type Unsupported } from '../fact-check/fact-check.ts';
import { createSentenceFilter, type SentenceFilter } from '../fact-check/sentence-filter.ts';
import type { Model, ModelRequest } from '../model.ts';
import type { ToolCall } from '../tools.ts';
import type { Circuit, CircuitPass } from './circuit.ts';
import { isEmergency } from './is-emergency.ts';

/**
 * Why the guide answered instead: the first words or sentence came too late, the model failed, nothing of what it said
 * may be spoken, it is left alone after failures, or someone may be in danger.
 */
export type TakeoverReason = 'slow' | 'failed' | 'withheld' | 'resting' | 'emergency';

export interface GuardEvents {
  /** `error`: what the model failed with. */
  readonly onTakeover: (reason: TakeoverReason, error?: unknown) => void;
  /** A sentence was not spoken. */
  readonly onWithheld: (fault: Unsupported) => void;
  /** The answer ended early, after its first sentence. */
  readonly onCutShort: (error: unknown) => void;
}

export interface GuardedModelOptions extends GuardEvents {
  readonly model: Model;
  /** Answers in its place: on this machine, at once. */
  readonly guide: Model;
  /** Of the model's server: shared by all calls. */
  readonly circuit: Circuit;
  readonly clock: Clock;
}

/** Until the first words, ms: a caller takes a longer silence for a broken line. */
const FIRST_WORDS_TIMEOUT = 1_000;
/** From the first words to the end of the first sentence, ms. */
const FIRST_SENTENCE_TIMEOUT = 1_500;
/** Between two signs of life afterwards, ms. */
const STALL_TIMEOUT = 3_000;

/** Ends as sentences do. */
const WHOLE = /[.!?…]["'”’)\]]*$/;
/** An answer with fewer has not come to its limit: English has four. */
const CHARACTERS_PER_TOKEN = 2;

type Pieces = AsyncGenerator<string | ToolCall, void>;

/**
 * A language model that the guide stands behind: it answers the same turn when the model says nothing in time or nothing
 * that may be spoken. Sentences that name what the model was not given are withheld. One answer is heard, never both.
 */
export function createGuardedModel(options: GuardedModelOptions): Model {
  const { model, guide, circuit, onTakeover } = options;
  return {
    provider: model.provider,
    async *respond(request) {
      if (isEmergency(request.messages)) {
        onTakeover('emergency');
        return yield* guide.respond(request);
      }
      const pass = circuit.enter();
      if (pass === null) {
        onTakeover('resting');
        return yield* guide.respond(request);
      }
      const attempt = createAttempt(options, request, pass);
      let answered = false;
      try {
        for await (const piece of attempt.pieces()) {
          answered = true;
          yield piece;
        }
      } finally {
        // The listener went away: nothing is known of the model.
        pass.leave();
      }
      if (answered || attempt.outcome === null) return;
      onTakeover(attempt.outcome.reason, attempt.outcome.error);
      yield* guide.respond(request);
    },
  };
}

const isUsedUp = ({ maxTokens }: ModelRequest, length: number): boolean =>
  maxTokens !== undefined && length >= maxTokens * CHARACTERS_PER_TOKEN;

interface Outcome {
  readonly reason: TakeoverReason;
  readonly error?: unknown;
}

interface Attempt {
  /** What may be spoken, sentence by sentence. Throws only the reason of the request's own signal. */
  pieces(): Pieces;
  /** Known once the pieces have ended without one. */
  readonly outcome: Outcome | null;
}

function createAttempt(
  { model, clock, onWithheld, onCutShort }: GuardedModelOptions,
  request: ModelRequest,
  pass: CircuitPass,
): Attempt {
  const filter = createSentenceFilter(createFactCheck(request.messages));
  let outcome: Outcome | null = null;
  let given = false;

  async function* give(pieces: readonly (string | ToolCall)[], deadline: Deadline): Pieces {
    for (const piece of pieces) {
      given = true;
      // The listener may take its time.
      deadline.pause();
      yield typeof piece === 'string' ? `${piece} ` : piece;
    }
  }

  async function* read(deadline: Deadline): Pieces {
    const stream = model.respond({ ...request, signal: deadline.signal })[Symbol.asyncIterator]();
    const sentences = createFilteredSentences(filter, onWithheld);
    let begun = false;
    let length = 0;
    try {
      for (;;) {
        const { value, done } = await untilAborted(stream.next(), deadline.signal);
        if (done) break;
        if (typeof value === 'string') length += value.length;
        yield* give(
          typeof value === 'string' ? sentences.push(value) : sentences.close(value),
          deadline,
        );
        if (given) deadline.extend(STALL_TIMEOUT);
        else if (!begun) deadline.extend(FIRST_SENTENCE_TIMEOUT);
        begun = true;
      }
      yield* give(sentences.end(isUsedUp(request, length)), deadline);
    } finally {
      // Not awaited: a model that ignores its signal must not hold up the guide.
      stream.return?.()?.catch(() => {});
    }
  }

  return {
    get outcome() {
      return outcome;
    },
    async *pieces() {
      const deadline = createDeadline(clock, FIRST_WORDS_TIMEOUT, request.signal);
      try {
        yield* read(deadline);
        if (given || filter.withheld.length > 0) pass.succeed();
        else pass.fail();
        outcome = { reason: filter.withheld.length > 0 ? 'withheld' : 'failed' };
      } catch (error) {
        if (request.signal?.aborted === true) throw request.signal.reason;
        pass.fail();
        // What was said stands; the half sentence behind it is never heard.
        if (given) onCutShort(error);
        outcome = deadline.expired ? { reason: 'slow' } : { reason: 'failed', error };
      } finally {
        deadline.close();
      }
    },
  };
}

/** Cuts a stream into sentences and lets through those that may be spoken. */
function createFilteredSentences(filter: SentenceFilter, onWithheld: GuardEvents['onWithheld']) {
  let splitter = createSentenceSplitter();
  function pass(sentences: readonly string[]): string[] {
    return sentences.flatMap((sentence) => {
      const before = filter.withheld.length;
      const ready = filter.push(sentence);
      filter.withheld.slice(before).forEach(onWithheld);
      return ready;
    });
  }
  return {
    push: (text: string): string[] => pass(splitter.push(text)),
    /** What is left, in front of a tool call. */
    close(call: ToolCall): (string | ToolCall)[] {
      const rest = [...pass(splitter.flush()), ...filter.end()];
      splitter = createSentenceSplitter();
      return [...rest, call];
    },
    /** What is left; half a sentence is left out where the tokens of the answer were used up. */
    end(usedUp: boolean): string[] {
      const open = splitter.flush();
      const last = usedUp ? open.filter((sentence) => WHOLE.test(sentence)) : open;
      return [...pass(last), ...filter.end()];
    },
  };
}
