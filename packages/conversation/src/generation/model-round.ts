import { createSentenceSplitter } from '../playout/sentence-splitter.ts';
import type { Faults } from '../scope/faults.ts';
import type { Model, ModelMessage } from './model.ts';
import { isModelError } from './openai/model-error.ts';
import type { ToolCall, ToolRunner } from './tools.ts';

export interface ModelRoundOptions {
  /** Of the current assistant: read each time. */
  readonly settings: { readonly temperature?: number; readonly maxTokens?: number };
  readonly model: Model;
  readonly tools: Pick<ToolRunner, 'definitions'>;
  readonly faults: Faults;
  /** What another hearing made of a turn with these words. */
  readonly otherHearings: { of(turn: string): string | undefined };
}

export interface ModelRound {
  readonly messages: readonly ModelMessage[];
  /** False: the model is offered no tools, and what it asks for is left out. */
  readonly mayCallTools: boolean;
  readonly signal: AbortSignal;
  /** Gets each sentence as it closes. */
  readonly say: (sentence: string) => void;
}

/** What came of one request to the model. */
export interface ModelRoundResult {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * Returns a function that asks the model once and reads its stream to the end.
 *
 * @throws a `ProviderError` when the model fails, the signal's reason when it aborts
 */
export function createModelRound(
  options: ModelRoundOptions,
): (round: ModelRound) => Promise<ModelRoundResult> {
  const { settings, model, tools, faults } = options;

  function ask({ messages, mayCallTools, signal }: ModelRound) {
    const { temperature, maxTokens } = settings;
    const definitions = mayCallTools ? tools.definitions : [];
    const turn = messages.at(-1);
    const otherHearing = turn?.role === 'user' ? options.otherHearings.of(turn.content) : undefined;
    return faults.stream(
      'model',
      (attempt) =>
        model.respond({
          messages,
          signal: attempt,
          ...(temperature === undefined ? {} : { temperature }),
          ...(maxTokens === undefined ? {} : { maxTokens }),
          ...(otherHearing === undefined ? {} : { otherHearing }),
          ...(definitions.length === 0 ? {} : { tools: definitions }),
        }),
      { signal, isFinal: isModelError },
    );
  }

  return async (round) => {
    const splitter = createSentenceSplitter();
    const calls: ToolCall[] = [];
    let text = '';
    for await (const piece of ask(round)) {
      if (typeof piece !== 'string') {
        if (round.mayCallTools) calls.push(piece);
        continue;
      }
      text += piece;
      splitter.push(piece).forEach(round.say);
    }
    splitter.flush().forEach(round.say);
    return { text, calls };
  };
}
