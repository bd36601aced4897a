import type { Model, ModelMessage } from '@kindling/conversation';
import type { CallAnalysis } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { readAnswer } from '../../assistants/runtime/engines.ts';
import { type AnalysisQuestion, Misfit } from './analysis-questions.ts';

export interface AnalyseCallOptions {
  readonly model: Model;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Rejects the analysis when aborted. */
  readonly signal: AbortSignal;
  /** Asked before each question: whether the call is still there. */
  readonly isWanted: () => Promise<boolean>;
  /** A question was not answered; its result is left empty. */
  readonly onUnanswered: (name: string, error: Error) => void;
}

const ATTEMPTS = 2;
const ANSWER_MAX = 100_000;

/** Asks one question after another: a model on a school's own machine has room for one. */
export async function analyseCall(
  questions: readonly AnalysisQuestion[],
  options: AnalyseCallOptions,
): Promise<CallAnalysis> {
  let analysis: CallAnalysis = {};
  for (const question of questions) {
    if (!(await options.isWanted())) break;
    try {
      analysis = joined(analysis, await askQuestion(question, options));
    } catch (error) {
      options.signal.throwIfAborted();
      options.onUnanswered(question.name, error instanceof Error ? error : new Error(`${error}`));
    }
  }
  return analysis;
}

function joined(one: CallAnalysis, other: CallAnalysis): CallAnalysis {
  const multi = [...(one.structuredDataMulti ?? []), ...(other.structuredDataMulti ?? [])];
  return { ...one, ...other, ...(multi.length === 0 ? {} : { structuredDataMulti: multi }) };
}

/**
 * Asks again, with what did not fit, where an answer does not.
 *
 * @throws an Error that says why there is no answer, or the signal's reason
 */
export async function askQuestion<Found>(
  question: AnalysisQuestion<Found>,
  { model, clock, signal }: Pick<AnalyseCallOptions, 'model' | 'clock' | 'signal'>,
): Promise<Found> {
  const obstacle = await question.obstacle();
  if (obstacle !== null) throw new Error(obstacle);
  const { timeoutSeconds, limits } = question;
  const deadline = new AbortController();
  let late = `The model took longer than timeoutSeconds (${timeoutSeconds}).`;
  const cancel = clock.schedule(timeoutSeconds * 1_000, () => deadline.abort());
  const both = AbortSignal.any([signal, deadline.signal]);
  let messages = question.messages;
  try {
    for (let attempt = 1; ; attempt += 1) {
      // As deterministic as a model can be: the same call should get the same analysis.
      const request = { temperature: 0, ...limits, messages, signal: both };
      const answer = await readAnswer(model, request, ANSWER_MAX);
      try {
        return await question.read(answer);
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof Misfit)) throw error;
        messages = [...messages, ...complaint(answer, error.complaint)];
        late = `${error.message} For a second one timeoutSeconds (${timeoutSeconds}) was too short.`;
      }
    }
  } catch (error) {
    throw deadline.signal.aborted ? new Error(late) : error;
  } finally {
    cancel();
  }
}

const complaint = (answer: string, fault: string): ModelMessage[] => [
  { role: 'assistant', content: answer === '' ? '(nothing)' : answer },
  { role: 'user', content: `That did not fit: ${fault} Answer again, corrected.` },
];
