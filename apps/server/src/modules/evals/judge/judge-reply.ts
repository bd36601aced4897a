import type { EvalJudgePlan } from '@kindling/protocol';
import { compareByPatterns, compareExactly } from './compare-tool-calls.ts';
import { matches } from './patterns.ts';
import { type Failure, quoted, type Reply } from './verdict.ts';

export const SILENCE = 'The assistant said nothing.';

type LetterPlan = Exclude<EvalJudgePlan, { type: 'ai' }>;

/** Judges a reply to the letter: the same reply gets the same verdict every time. */
export function judgeReply(plan: LetterPlan, reply: Reply): Failure {
  return judgeWords(plan, reply) ?? judgeCalls(plan, reply);
}

function judgeWords(plan: LetterPlan, { text, called }: Reply): Failure {
  const content = plan.content ?? '';
  // Published clients send an empty one beside the tool calls that they mean.
  if (content === '' && (plan.toolCalls ?? null) !== null) return null;
  if (text === '' && called.length === 0) return SILENCE;
  if (plan.type === 'exact')
    return alike(content) === alike(text)
      ? null
      : `Expected ${quoted(content)} and got ${quoted(text)}.`;
  return matches(content, text)
    ? null
    : `Expected words that match ${quoted(content)} and got ${quoted(text)}.`;
}

function judgeCalls({ type, toolCalls }: LetterPlan, { called }: Reply): Failure {
  if (toolCalls === undefined || toolCalls === null) return null;
  return type === 'exact'
    ? compareExactly(toolCalls, called)
    : compareByPatterns(toolCalls, called);
}

const alike = (text: string) => text.normalize('NFC').trim().toLowerCase();
