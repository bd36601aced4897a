import type { Conversation, ConversationOptions } from '@kindling/conversation';
import type { ScorerResult, TestAttempt, TestSuite, TestSuiteTest } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import { fillVariables } from '../variables/variables.ts';
import { runChatTest } from './chat-test.ts';
import type { Judge } from './judge/judge.ts';
import type { FindParticipants } from './participants.ts';
import { type Conversed, repliesOf } from './subject.ts';
import { createModelTester, createScriptedTester } from './tester.ts';
import { runVoiceTest } from './voice-test.ts';

export interface RunTestOptions {
  readonly findParticipants: FindParticipants;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly clock: Clock;
  readonly judge: Judge;
}

export interface TestToRun {
  readonly suite: TestSuite;
  readonly test: TestSuiteTest;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Of one attempt, whatever the assistant's own limit is. */
const TIME_LIMIT = 15 * 60_000;

/**
 * One attempt at a test: a conversation, and what its scorers make of it.
 *
 * @throws when aborted
 */
export async function runTest(options: RunTestOptions, run: TestToRun): Promise<TestAttempt> {
  const { suite, test, signal } = run;
  const values = suite.testerPlan?.assistantOverrides?.variableValues ?? {};
  const fill = (text: string) => fillVariables(text, values);
  const limit = new AbortController();
  const cancelLimit = options.clock.schedule(TIME_LIMIT, () =>
    limit.abort(new Error('The test took longer than 15 minutes.')),
  );
  let conversed: Conversed;
  try {
    const limited = { ...run, signal: AbortSignal.any([signal, limit.signal]) };
    conversed = await converse(options, limited, fill(test.script));
  } catch (error) {
    signal.throwIfAborted();
    run.log.warn({ testId: test.id, err: error }, 'test not carried out');
    return notCarriedOut(test, error instanceof Error ? error.message : String(error));
  } finally {
    cancelLimit();
  }
  const { artifact, endedByAssistant } = conversed;
  const { transcript } = artifact;
  const judged = { replies: repliesOf(conversed), endedByAssistant, transcript };
  const scorerResults: ScorerResult[] = [];
  for (const { type, rubric } of test.scorers)
    scorerResults.push(await options.judge({ type, rubric: fill(rubric) }, judged, signal));
  return { scorerResults, call: { artifact } };
}

async function converse(
  options: RunTestOptions,
  { suite, test, signal, log }: TestToRun,
  script: string,
): Promise<Conversed> {
  const { clock, createConversation } = options;
  const { subject, player } = await options.findParticipants({
    suite,
    script,
    signal,
    isSpoken: test.type === 'voice',
  });
  const tester = player === null ? createScriptedTester(script) : createModelTester(player, script);
  if (test.type === 'chat') return runChatTest({ subject, tester, clock, signal });
  const speech = options.speech();
  if (speech === null) throw new Error('The speech engines of this server are not loaded.');
  return runVoiceTest({
    subject,
    tester,
    speech,
    createConversation,
    clock,
    signal,
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'test fault'),
  });
}

function notCarriedOut(test: TestSuiteTest, error: string): TestAttempt {
  const reasoning = `There was nothing to score: ${error}`;
  const failed = { type: 'ai', result: 'fail', reasoning } as const;
  return { scorerResults: test.scorers.map(({ rubric }) => ({ ...failed, rubric })), error };
}

export const hasPassed = ({ scorerResults }: TestAttempt): boolean =>
  scorerResults.every(({ result }) => result === 'pass');
