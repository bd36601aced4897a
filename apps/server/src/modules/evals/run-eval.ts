import type { Model } from '@kindling/conversation';
import type { EvalResultMessage, EvalRun, EvalRunResult, EvalTarget } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import type { JobKind, RunningJob } from '../../platform/jobs/jobs.ts';
import { faultMessage } from '../../platform/metrics/logger.ts';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type { OpenSubject } from '../test-suites/subject.ts';
import { createCostMeter } from '../usage/cost-meter.ts';
import { countTokens, createUseMeter } from '../usage/use-meter.ts';
import type { EvalRunStore, RunProgress } from './eval-stores.ts';
import { judgeByModel } from './judge/judge-by-model.ts';
import type { OpenJudgeModel } from './judge/open-judge-model.ts';
import { haveMockConversation } from './mock-conversation.ts';
import type { OpenRunBudget } from './run-budget.ts';

const payload = z.object({ runId: z.uuid(), tokenId: z.uuid() });

/** Of one run, however its models and tools dawdle. */
const TIME_LIMIT = 10 * 60_000;

/** Has the mock conversation of a run, and judges it. */
export const EVAL_RUN = {
  name: 'eval.run',
  payload,
  attempts: 3,
  timeout: TIME_LIMIT + 60_000,
  concurrency: 4,
  // It waits for models elsewhere: one organisation's hold up nobody else's.
  perOrganisation: 2,
} satisfies JobKind<typeof payload>;

export interface RunEvalOptions {
  readonly runs: Pick<EvalRunStore, 'find' | 'keep'>;
  readonly openSubject: OpenSubject;
  readonly openJudgeModel: OpenJudgeModel;
  readonly openBudget: OpenRunBudget;
  readonly prices: ProviderPrices;
  readonly clock: Clock;
}

type Job = RunningJob<z.output<typeof payload>>;

export function createRunEval(options: RunEvalOptions) {
  const { runs, clock } = options;
  const instant = () => new Date(clock.now()).toISOString();

  return async (job: Job): Promise<void> => {
    const { runId } = job.payload;
    const orgId = job.orgId ?? '';
    const run = await runs.find(orgId, runId);
    // Deleted, or ended by an attempt that could not say so.
    if (run === null || run.status === 'ended') return;
    const startedAt = instant();
    // Said before the last attempt: if that takes the process down too, nobody can say it after.
    const begun: RunProgress = job.last
      ? { status: 'ended', ...ABORTED, startedAt, endedAt: startedAt }
      : { status: 'running', startedAt };
    // Deleted since.
    if (!(await runs.keep(orgId, runId, begun))) return;
    const messages: EvalResultMessage[] = [];
    const limit = new AbortController();
    const cancelLimit = clock.schedule(TIME_LIMIT, () => limit.abort(new RunTooLong()));
    let ended: Omit<RunProgress, 'status'>;
    try {
      const signal = AbortSignal.any([job.signal, limit.signal]);
      ended = await haveRun(run, { job, signal, messages });
    } catch (error) {
      if (error instanceof RunDeleted) return;
      // The server stops: the next start begins it anew.
      if (job.signal.aborted && !limit.signal.aborted && !job.last) throw error;
      job.log.warn({ runId, err: error }, 'eval not carried out');
      ended = failureOf(error, { isTooLong: limit.signal.aborted, stops: job.signal.aborted });
    } finally {
      cancelLimit();
    }
    const endedAt = instant();
    const result: EvalRunResult = {
      status: ended.endedReason === 'mockConversation.done' && allPass(messages) ? 'pass' : 'fail',
      messages,
      startedAt,
      endedAt,
    };
    await runs.keep(orgId, runId, {
      ...ended,
      status: 'ended',
      endedAt,
      results: [result],
    });
  };

  async function haveRun(
    run: EvalRun,
    work: {
      readonly job: Job;
      readonly signal: AbortSignal;
      readonly messages: EvalResultMessage[];
    },
  ): Promise<Omit<RunProgress, 'status'>> {
    const { job, signal, messages } = work;
    const { orgId } = run;
    const used = createUseMeter();
    const budget = await options.openBudget(orgId, job.payload.tokenId);
    const meter = (model: Model) => countTokens(budget.meter(model), used);
    const subject = await options.openSubject({
      orgId,
      form: formOf(run.target),
      isSpoken: false,
      meter,
    });
    const costs = createCostMeter(
      { speaker: subject.first, handOff: subject.handOff },
      { meter: used, prices: options.prices },
    );
    await haveMockConversation({
      subject: { first: subject.first, handOff: costs.handOff },
      messages: run.eval.messages,
      signal,
      onMessage: (message) => messages.push(message),
      async beforeTurn() {
        const isThere = await runs.find(orgId, run.id);
        if (isThere === null) throw new RunDeleted();
      },
      judgeByModel: (plan, lines, target) =>
        judgeByModel({
          plan,
          lines,
          clock,
          signal,
          openModel: async () => meter(await options.openJudgeModel(orgId, plan, target.model)),
        }),
    });
    const cost = costs.cost();
    return {
      endedReason: 'mockConversation.done',
      ...(cost === null ? {} : { cost, costs: [...costs.costs()] }),
    };
  }
}

const ABORTED = {
  endedReason: 'aborted',
  endedMessage: 'The server stopped each time this was run.',
} as const;

function failureOf(
  error: unknown,
  { isTooLong, stops }: { readonly isTooLong: boolean; readonly stops: boolean },
): Omit<RunProgress, 'status'> {
  if (isTooLong) return { endedReason: 'timeout', endedMessage: new RunTooLong().message };
  return stops ? ABORTED : { endedReason: 'error', endedMessage: faultMessage(error) };
}

const allPass = (messages: readonly EvalResultMessage[]) =>
  messages.every(({ judge }) => judge?.status !== 'fail');

function formOf(target: EvalTarget): CallTarget {
  const assistantOverrides = target.assistantOverrides ?? undefined;
  const overriding = assistantOverrides === undefined ? {} : { assistantOverrides };
  if (target.type === 'assistant')
    return {
      ...(target.assistantId
        ? { assistantId: target.assistantId }
        : { assistant: target.assistant ?? {} }),
      ...overriding,
    };
  return {
    ...(target.squadId ? { squadId: target.squadId } : { squad: target.squad ?? {} }),
    ...overriding,
  };
}

class RunDeleted extends Error {
  override readonly name = 'RunDeleted';
}

class RunTooLong extends Error {
  override readonly name = 'RunTooLong';
  override readonly message = `The run took longer than ${TIME_LIMIT / 60_000} minutes.`;
}
