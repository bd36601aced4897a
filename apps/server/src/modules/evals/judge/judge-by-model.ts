import type { Model } from '@kindling/conversation';
import type { EvalAiPlan } from '@kindling/protocol';
import { readAnswer } from '../../assistants/runtime/engines.ts';
import { judgePrompt } from './judge-prompt.ts';
import { type Failure, type JudgedLine, quoted } from './verdict.ts';

/** More than this a judge says only by mistake, characters. */
const MAX_ANSWER = 4_000;
const ATTEMPTS = 2;

export interface JudgeByModelOptions {
  readonly plan: EvalAiPlan;
  /** The conversation so far; the last line is judged. */
  readonly lines: readonly JudgedLine[];
  /** @throws where there is no model that could judge */
  readonly openModel: () => Promise<Model>;
  readonly signal: AbortSignal;
}

/**
 * Has a language model judge. What nobody judged has failed, and its reason says so.
 *
 * @throws when aborted
 */
export async function judgeByModel(options: JudgeByModelOptions): Promise<Failure> {
  const { plan, lines, signal } = options;
  try {
    const model = await options.openModel();
    const { temperature, maxTokens } = plan.model ?? {};
    const request = {
      messages: judgePrompt(plan, lines),
      // The same reply is to get the same verdict, as far as a model can.
      temperature: temperature ?? 0,
      signal,
      ...(maxTokens ? { maxTokens } : {}),
    };
    let answer = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      answer = (await readAnswer(model, request, MAX_ANSWER)).trim();
      const passed = readVerdict(answer);
      if (passed !== null) return passed ? null : reasonOf(answer);
    }
    return `Not judged: the model answered neither “pass” nor “fail”, but ${quoted(answer)}.`;
  } catch (error) {
    signal.throwIfAborted();
    return `Not judged: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** By the only one of the two that is said, else by a first line that is nothing else; null: it is neither. */
function readVerdict(answer: string): boolean | null {
  const [line] = answer.match(/^\W*(?:pass|fail)\W*$/im) ?? [];
  const said = new Set((line ?? answer).toLowerCase().match(/\b(?:pass|fail)\b/g));
  const [only] = said;
  return said.size === 1 ? only === 'pass' : null;
}

function reasonOf(answer: string): string {
  return /^\W*fail\W*$/i.test(answer)
    ? 'The model that judges says fail.'
    : `The model that judges says: ${quoted(answer)}.`;
}
