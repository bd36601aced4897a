import type { Model } from '@kindling/conversation';
import type { EvalAiPlan } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { readAnswer } from '../../assistants/runtime/engines.ts';
import { judgePrompt } from './judge-prompt.ts';
import { type Failure, type JudgedLine, quoted } from './verdict.ts';

/** More than this a judge says only by mistake, characters. */
const MAX_ANSWER = 4_000;
const ATTEMPTS = 2;
/** Of all its attempts: a model on a school's own machine may want that long. */
const TIMEOUT = 60_000;

export interface JudgeByModelOptions {
  readonly plan: EvalAiPlan;
  /** The conversation so far; the last line is judged. */
  readonly lines: readonly JudgedLine[];
  /** @throws where there is no model that could judge */
  readonly openModel: () => Promise<Model>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly signal: AbortSignal;
}

/**
 * Has a language model judge. What nobody judged has failed, and its reason says so.
 *
 * @throws when aborted
 */
export async function judgeByModel(options: JudgeByModelOptions): Promise<Failure> {
  const { clock, signal } = options;
  const limit = new AbortController();
  const cancelLimit = clock.schedule(TIMEOUT, () =>
    limit.abort(new Error(`the model that judges took longer than ${TIMEOUT / 1_000} s.`)),
  );
  try {
    const answer = await ask(options, AbortSignal.any([signal, limit.signal]));
    const passed = readVerdict(answer);
    if (passed === null)
      return `Not judged: the model answered neither “pass” nor “fail”, but ${quoted(answer)}.`;
    return passed ? null : reasonOf(answer);
  } catch (error) {
    signal.throwIfAborted();
    const cause: unknown = limit.signal.aborted ? limit.signal.reason : error;
    return `Not judged: ${cause instanceof Error ? cause.message : String(cause)}`;
  } finally {
    cancelLimit();
  }
}

/** What the model says; asked once more where it is no verdict. */
async function ask(
  { plan, lines, openModel }: JudgeByModelOptions,
  signal: AbortSignal,
): Promise<string> {
  const model = await openModel();
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
    if (readVerdict(answer) !== null) break;
  }
  return answer;
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
